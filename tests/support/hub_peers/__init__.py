"""Scripted engines: what a program may do well or badly, one behaviour for each name."""

from pathlib import Path

PEER = Path(__file__).with_name("peer.py")
"""The program that misbehaves on request."""
