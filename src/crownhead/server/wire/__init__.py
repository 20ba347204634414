"""HTTP and sockets: identity, origins, limits, answers. Knows no rules."""
