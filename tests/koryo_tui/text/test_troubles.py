"""What the protocol says went wrong is known here, sentence by sentence."""

from __future__ import annotations

import errno
import importlib
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

import protocol.net
from koryo_tui.text import refusals, system
from koryo_tui.text.troubles import SENTENCES, explained
from protocol.net.errors import CannotReach, Ending, NetError, Refusal
from protocol.peer import faults, refused
from protocol.rules import illegal


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


def test_every_refusal_of_the_rules_and_every_fault_is_known() -> None:
    assert set(refusals.ILLEGAL) == set(illegal.SENTENCES.values())
    said = {*refused.SENTENCES.values(), *faults.CONTRADICTIONS.values()}
    assert set(refusals.FAULTS) == said


def test_a_fault_and_what_it_is_about_are_translated_each() -> None:
    code = (
        "from koryo_tui.text import i18n;"
        "i18n.use(i18n.Catalog('it', {"
        "('', 'a move of the turn is illegal'): ('una mossa',), ('', 'The bank is empty.'): "
        "('La banca.',)}));"
        "from koryo_tui.text.troubles import explained;"
        "print(explained('a move of the turn is illegal: The bank is empty.'));"
        "print(explained('a move of the turn is illegal: 77'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["una mossa: La banca.", "una mossa: 77"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have words of their own")
def test_what_the_system_says_is_known_in_its_words() -> None:
    for name, said in system.REASONS.items():
        assert os.strerror(getattr(errno, name)) == said


def test_what_the_system_says_is_translated_and_what_is_rare_stays() -> None:
    code = (
        "import errno, os;"
        "from koryo_tui.text import i18n;"
        "i18n.use(i18n.Catalog('it', {('', 'No space left on device'): ('pieno',)}));"
        "from koryo_tui.text.troubles import explained, reason_of;"
        "from protocol.net.disk import DiskTrouble;"
        "full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), 'x');"
        "print(reason_of(full));"
        "print(explained(full));"
        "print('(pieno)' in explained(DiskTrouble('/home/x', full)) or explained("
        "DiskTrouble('/home/x', full)));"
        "print(reason_of(OSError(errno.EXDEV, os.strerror(errno.EXDEV))));"
        "print(reason_of(OSError()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rare = os.strerror(errno.EXDEV)
    assert done.stdout.splitlines() == ["pieno", "pieno", "True", rare, "OSError"]


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
