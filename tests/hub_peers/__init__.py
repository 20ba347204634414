"""Scripted engines: what a program may do well or badly, one behaviour for each name."""
