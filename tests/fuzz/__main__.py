"""`python -m tests.fuzz`: see `tests.proof.fuzz`."""

import sys

from tests.proof.fuzz import main

sys.exit(main())
