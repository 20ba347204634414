"""What a browser calls itself, in the two words by which its owner knows it again."""

from __future__ import annotations

_BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome")),
    ("Safari", "Safari"),
)
"""Those that call themselves another's name, too, stand first."""
_SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


def device_of(agent: str) -> str:
    """Return what to call a device by its User-Agent; nothing of it is believed.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0")
    'Firefox, Linux'
    >>> device_of("httpx/0.28")
    '?'
    """
    agent = agent[:400]
    found = (
        next((name for sign, name in known if sign in agent), "") for known in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(name for name in found if name) or "?"
