"""Short for `crownhead.formats.pdn`, and the very same module: `import crownhead.pdn`."""

from __future__ import annotations

import sys

from crownhead.formats import pdn
from crownhead.formats.pdn import *  # noqa: F403

sys.modules[__name__] = pdn
