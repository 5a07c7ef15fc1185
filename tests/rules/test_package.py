"""The package as another program sees it."""

import doctest

import protocol.rules


def test_the_examples_of_the_package_run_as_shown() -> None:
    result = doctest.testmod(protocol.rules)
    assert result.attempted > 10
    assert result.failed == 0


def test_everything_exported_exists_once() -> None:
    assert len(set(protocol.rules.__all__)) == len(protocol.rules.__all__)
    assert all(hasattr(protocol.rules, name) for name in protocol.rules.__all__)
