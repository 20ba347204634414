"""Ray comes with the nightly run alone: it is large, and starts slowly."""

import os

collect_ignore = [] if os.environ.get("CROWNHEAD_NIGHTLY") else ["test_ray_cluster.py"]
