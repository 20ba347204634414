"""What several test files share: fakes, peers, random positions and patience. No tests."""
