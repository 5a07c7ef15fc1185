"""What the protocol says went wrong is known here, sentence by sentence."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator

import protocol.net
from koryo_tui.text.troubles import SENTENCES, explained
from protocol.net.errors import CannotReach, Ending, NetError, Refusal


def kinds(kind: type[NetError] = NetError) -> Iterator[type[NetError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from kinds(each)


def test_every_error_of_the_network_is_known() -> None:
    for module in pkgutil.iter_modules(protocol.net.__path__):
        importlib.import_module(f"protocol.net.{module.name}")
    said = {kind.sentence for kind in kinds() if kind.__module__.startswith("protocol.")}
    said |= {reason.sentence for some in (Refusal, Ending) for reason in some}
    # Some say nothing but what they are given.
    assert said - {"{0}"} <= set(SENTENCES)


def test_in_english_they_stay_as_they_are() -> None:
    error = CannotReach("10.0.0.1:47210", "it is raining")
    assert explained(error) == str(error)


def test_a_sentence_and_what_is_in_it_are_translated() -> None:
    code = (
        "from koryo_tui.text import i18n; i18n.install('it');"
        "from koryo_tui.text.troubles import explained;"
        "from protocol.net.errors import CannotReach;"
        "why = 'no way leads there; check that both are on one network';"
        "print(explained(CannotReach('10.0.0.1:47210', why)));"
        "print(explained('The profile default is in use by another koryo-tui; close that one, or '"
        "'choose another profile with --profile.'));"
        "print(explained('something else'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "Non si raggiunge nessuno a 10.0.0.1:47210: nessuna strada porta lì; controlla che siate "
        "sulla stessa rete.",
        "Il profilo default è in uso da un altro koryo-tui; chiudilo, o scegli un altro profilo "
        "con --profile.",
        "something else",
    ]
