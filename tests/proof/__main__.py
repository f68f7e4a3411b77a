"""`python -m tests.proof`: see `tests.proof.prove`."""

import sys

from tests.proof.prove import main

sys.exit(main())
