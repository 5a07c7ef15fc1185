"""What ``protocol`` says went wrong, in the language in use.

It says so in English, one whole sentence each, and knows no languages. The sentences are listed
here once more, to be translated, and recognised by their form.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from koryo_tui.text import i18n, refusals, system, usage
from koryo_tui.text.i18n import marked

SENTENCES: Final = (
    marked("Something went wrong on the network; try again."),
    marked("Nobody could be reached at {0}: {1}."),
    marked(
        "Something answers at {0}, but it is no Koryo table, or it is too busy; check the address "
        "and the port."
    ),
    marked("This is {0}, the other side is {1}: {2}."),
    marked("please update this one"),
    marked("the other side has to update"),
    marked("the host has to update"),
    marked(
        "Another table than that of this invite answers at {0}: the one that was meant is probably "
        "closed. Ask the host for its new invite; if none was made, somebody stands between."
    ),
    marked("Port {0} is already in use on this machine; choose another one with --port."),
    marked("Cannot wait for connections at {0}: {1}."),
    marked(
        "{0} cannot be read or written ({1}); make room, or make it accessible, and start again "
        "with the same profile."
    ),
    marked("{0} is in use by another koryo-tui; close that one first."),
    marked(
        "The journal {0} is damaged and was left as it is; this table cannot be continued with "
        "it, only left or joined again later."
    ),
    marked(
        "Nothing that can be read is left of the table in {0}. One of the others may still be "
        "there: koryo-tui resume --at ADDRESS asks them."
    ),
    marked(
        "The table in {0} was played by another identity than that of this profile; choose the "
        "right profile with --profile."
    ),
    marked(
        "The host of this table sent {0}, so this seat was given up; ask for a new invite, or let "
        "somebody else be the host."
    ),
    marked("This program plays version {0} of the rules, the host version {1}; {2}."),
    marked("The table was closed before it began."),
    marked(
        "{0} cannot be the name of a profile; take up to 32 of a-z, 0-9, - and _, beginning with "
        "a letter or a digit."
    ),
    marked(
        "The profile {0} is in use by another koryo-tui; close that one, or choose another "
        "profile with --profile."
    ),
    marked(
        "The identity in {0} is damaged and was left as it is; put a copy of it back, or choose "
        "another profile with --profile."
    ),
    marked("The one who was asked gave no answer that can be read; ask another of the players."),
    # An invite or an address
    marked("{0} is no port; ports are 1 to 65535."),
    marked("{0} is neither an IP address nor the name of a machine."),
    marked("{0} in brackets is no IPv6 address."),
    marked("This invite is from a newer koryo-tui; update yours to join."),
    marked("This invite has no usable address; ask for a new one."),
    marked("{0} is never part of an invite; look at that place again."),
    marked("There is a slip in this invite: a character is wrong or missing. Compare it."),
    marked(
        "This invite is too short or too long: copy all of it, nine groups of four characters or "
        "more."
    ),
    # The lobby
    marked("The table is already starting."),
    marked("Nobody else is here yet; a table needs at least two."),
    marked("Nobody of that name can be removed now."),
    # Refusals
    marked(
        "The other side could not read what this program sent; check that both run the same "
        "version of koryo-tui."
    ),
    marked(
        "The two sides could not prove to each other who they are; somebody may stand between "
        "them. No secret was sent. Ask the host for a new invite."
    ),
    marked(
        "The identity at that address is not the one that was expected; ask the host for a new "
        "invite."
    ),
    marked(
        "That is your own identity: nobody can sit down with themselves. Choose another profile "
        "with --profile to take a second seat."
    ),
    marked(
        "The program at that address does not know this table (any more); ask the host for a new "
        "invite."
    ),
    marked("Your identity has no seat at this table; start with the profile you joined with."),
    marked("The connection was too slow to be set up; try again."),
    marked("There is already a connection between these two players."),
    marked("The table is full; ask the host to make room or open another one."),
    marked(
        "The game at this table has already started; ask the host for an invite to the next one."
    ),
    marked(
        "The invite is not (or no longer) valid for this table; ask the host for the current one."
    ),
    marked("There were too many wrong invites; wait a minute and try again with the right one."),
    marked(
        "Somebody with your identity already sits at this table; choose another profile with "
        "--profile."
    ),
    marked("The other side refused for a reason this version does not know ({0})."),
    # Ends
    marked("The other side left."),
    marked("The other side could not read what this program sent."),
    marked("The connection could not keep up."),
    marked("Another connection between the two players took over."),
    marked("The host removed you from the table."),
    marked("The host closed the table."),
    marked("The program at the other side stopped because of an error."),
    marked("The other side has not been heard of for too long."),
    marked("The connection was lost."),
    # Why nobody could be reached
    marked(
        "the machine is there, but no table is open at that port; ask whether the host is still "
        "waiting"
    ),
    marked("no answer; check that both are on one network and that no firewall stands between"),
    marked("no way leads there; check that both are on one network"),
    marked("no machine of that name is known here; check the spelling"),
    marked("no connection could be made; check the address and the network"),
    *refusals.SENTENCES,
    *usage.MISTAKES,
)


def explained(trouble: object) -> str:
    """What ``trouble`` says, in the language in use; as it is if that is no sentence known here."""
    text = str(trouble)
    if i18n.installed() == i18n.ENGLISH:
        return text
    said = system.reason(text)
    if said is not None:
        return said
    for form, translated in _forms():
        found = form.fullmatch(text)
        if found is not None:
            return translated.format(*map(explained, found.groups()))
    return text


def reason_of(error: OSError) -> str:
    """Why the system could not do it, in the language in use; as it says so if that is rare."""
    return explained(error.strerror or type(error).__name__)


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    """How each sentence is recognised, those without a gap first, and how it is said."""
    ordered = sorted(SENTENCES, key=lambda text: ("{" in text, -len(text)))
    return tuple((_form(text), i18n._(text)) for text in ordered)


def _form(text: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\d\\\}", "(.+?)", re.escape(text)), re.DOTALL)
