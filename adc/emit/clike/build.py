"""The pkg-config file, which is one for all languages like C."""

from __future__ import annotations

from adc.emit.facts import LICENCE, Facts
from adc.emit.interface import title
from adc.emit.quoting import safe
from adc.emit.templating import fill


def pkgconfig_text(facts: Facts) -> str:
    return fill(
        "build/package.pc.j2",
        entry=facts.entry,
        version=facts.version,
        licence=LICENCE,
        title=safe(title(facts)),
        link=facts.link,
    )
