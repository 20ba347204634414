"""Glicko-2 once more, by the steps of Glickman's paper and as slowly as one likes.

The volatility is found by halving the interval: no method that could share a fault with the
library's.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

Player = tuple[float, float, float]
"""Rating, deviation, volatility."""


def rate(
    player: Player, games: list[tuple[Player, float]], periods: float = 1.0, tau: float = 0.5
) -> Player:
    """Return a player's rating after games, without any floor."""
    mu, phi, sigma = (player[0] - 1500) / 173.7178, player[1] / 173.7178, player[2]
    opponents = [((p[0] - 1500) / 173.7178, p[1] / 173.7178, score) for p, score in games]

    def g(phi_j: float) -> float:
        return 1.0 / sqrt(1.0 + 3.0 * phi_j * phi_j / (pi * pi))

    def e(mu_j: float, phi_j: float) -> float:
        return 1.0 / (1.0 + exp(-g(phi_j) * (mu - mu_j)))

    v = 1.0 / sum(g(p) ** 2 * e(m, p) * (1 - e(m, p)) for m, p, _ in opponents)
    delta = v * sum(g(p) * (s - e(m, p)) for m, p, s in opponents)
    a = log(sigma * sigma)

    def f(x: float) -> float:
        d = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - d) / (2 * d * d) - (x - a) / (tau * tau)

    # After a miracle there are several solutions; the paper's is the one between these.
    if delta * delta > phi * phi + v:
        b = log(delta * delta - phi * phi - v)
    else:
        b = a
        while f(b) < 0 or b == a:
            b -= tau
    low, high = (a, b) if f(a) > f(b) else (b, a)
    for _ in range(200):
        middle = (low + high) / 2
        if f(middle) > 0:
            low = middle
        else:
            high = middle
    sigma_new = exp(low / 2)
    phi_star = sqrt(phi * phi + periods * sigma_new * sigma_new)
    phi_new = 1.0 / sqrt(1.0 / (phi_star * phi_star) + 1.0 / v)
    mu_new = mu + phi_new**2 * sum(g(p) * (s - e(m, p)) for m, p, s in opponents)
    return 1500 + 173.7178 * mu_new, 173.7178 * phi_new, sigma_new
