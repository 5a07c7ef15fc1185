import pytest

from protocol.deck import BadProof, GroupUnavailable, Reason


@pytest.mark.parametrize("reason", Reason)
def test_a_refusal_carries_its_code_and_says_what_about_which_field(reason: Reason) -> None:
    error = BadProof(reason, "the response")
    assert error.reason is reason
    assert error.what == "the response"
    assert str(error).startswith("the response ")
    assert len(str(error)) > len("the response ")


def test_reasons_are_written_as_stable_names() -> None:
    assert [reason.value for reason in Reason] == [
        "bad-length",
        "bad-encoding",
        "identity",
        "scalar-range",
        "proof-fails",
        "not-a-card",
    ]


def test_a_refusal_is_a_bad_value_and_a_missing_library_a_failed_import() -> None:
    assert issubclass(BadProof, ValueError)
    assert issubclass(GroupUnavailable, ImportError)
