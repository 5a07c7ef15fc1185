"""``doctor``: what this machine listens on, and why another one cannot be reached."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from dataclasses import dataclass
from enum import Enum
from typing import Final

from koryo_tui import __version__, room
from koryo_tui.bar import Bar
from koryo_tui.browsing import one_a_table
from koryo_tui.exits import Exit, WrongUse
from koryo_tui.paths import data_root
from koryo_tui.saying import say
from koryo_tui.text import doctor as text
from koryo_tui.text.troubles import explained
from protocol.log.messages import PROTOCOL_VERSION
from protocol.log.signing import SigningKey
from protocol.net.addresses import Address, show_address
from protocol.net.discovery import Browser
from protocol.net.errors import NetError, PortInUse, Version
from protocol.net.interfaces import Interface, interfaces
from protocol.net.invite import Invite, is_literal, read_target
from protocol.net.link import dial
from protocol.net.link_messages import LOBBY
from protocol.net.listener import DEFAULT_PORT, Listener
from protocol.net.multicast import (
    check_multicast,
    hosts_to_announce_on,
    hosts_to_browse_on,
)
from protocol.net.probe import Outcome, Probe, probe, resolve
from protocol.net.timing import Timing

_LOOK_SECONDS: Final = 2.0
#: For as long nobody answers who will not answer any more.
_ANSWER_SECONDS: Final = Timing().connect
_LOOPBACK: Final = "127.0.0.1"


class Mark(Enum):
    """Whether something stands in the way."""

    OK = text.OK
    PROBLEM = text.PROBLEM
    UNKNOWN = text.UNKNOWN


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found out, in plain words."""

    mark: Mark
    said: str

    def tell(self) -> None:
        """Prints it behind its mark."""
        say(self.said, lead=f"{self.mark.value}  ")


Findings = tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class DoctorOptions:
    """``to``: an invite or an address to try. ``port`` None: the default one."""

    to: str | None
    bind: str
    port: int | None


def doctor(options: DoctorOptions) -> int:
    """Prints what it finds; the exit code is 1 if something stands in the way."""
    target = None if options.to is None else _target(options.to)
    return asyncio.run(_examine(options, target))


def _target(given: str) -> Invite | Address:
    try:
        return read_target(given)
    except NetError as error:
        raise WrongUse(explained(error)) from None


async def _examine(options: DoctorOptions, target: Invite | Address | None) -> int:
    own = interfaces()
    sick = False
    for examining, seconds in (
        (_files(), _LOOK_SECONDS),
        (_addresses(own, options.bind), _LOOK_SECONDS),
        (_listening(own, options), _ANSWER_SECONDS),
        (_multicast(own, options.bind), _LOOK_SECONDS),
        (_tables(own), _LOOK_SECONDS),
        (_trying(own, target), _ANSWER_SECONDS * len(_addresses_of(target))),
    ):
        with Bar() as bar:
            async with bar.passing(seconds):
                findings = await examining
        for finding in findings:
            sick = sick or finding.mark is Mark.PROBLEM
            finding.tell()
    say(text.SICK.format(mark=text.PROBLEM.strip()) if sick else text.HEALTHY)
    return Exit.FAILED if sick else Exit.OK


async def _files() -> Findings:
    """Whether what is played can be kept."""
    found = await asyncio.to_thread(room.troubles)
    if not found:
        return (Finding(Mark.OK, text.FILES_KEPT.format(folder=data_root())),)
    return tuple(
        Finding(
            Mark.PROBLEM,
            text.NOT_WRITABLE[each.kept.value].format(folder=each.folder, why=each.why)
            if each.why
            else text.NO_ROOM.format(folder=each.folder),
        )
        for each in found
    )


async def _addresses(own: tuple[Interface, ...], bind: str) -> Findings:
    outside = [each for each in own if not each.is_loopback]
    if not outside:
        mark = Mark.OK if bind == _LOOPBACK else Mark.PROBLEM
        return (Finding(mark, text.NO_ADDRESS),)
    listed = ", ".join(text.ADDRESS.format(host=each.host, name=each.name) for each in outside)
    return (Finding(Mark.OK, text.ADDRESSES.format(addresses=listed)),)


async def _listening(own: tuple[Interface, ...], options: DoctorOptions) -> Findings:
    """Whether a table could listen; for a moment one does, and is asked at each own address."""
    port = DEFAULT_PORT if options.port is None else options.port
    listener = Listener(SigningKey(os.urandom(32)), options.bind, port, app=__version__)
    try:
        await listener.start()
    except PortInUse:
        there = await probe(options.bind or _LOOPBACK, port)
        if there.version is not None:
            return (Finding(Mark.OK, text.PORT_OURS.format(port=port)),)
        mark = Mark.UNKNOWN if options.port is None else Mark.PROBLEM
        return (Finding(mark, text.PORT_OTHERS.format(port=port)),)
    except NetError as error:
        return (Finding(Mark.PROBLEM, text.CANNOT_LISTEN.format(error=explained(error))),)
    try:
        where = options.bind or text.EVERYWHERE
        free = Finding(Mark.OK, text.PORT_FREE.format(port=port, where=where))
        hosts = [options.bind] if options.bind else [e.host for e in own if not e.is_loopback]
        probes = await asyncio.gather(*(probe(host, port) for host in hosts))
        return (free, *_itself(probes))
    finally:
        await listener.stop()


def _itself(probes: list[Probe]) -> Findings:
    reached = [show_address(each.host, each.port) for each in probes if each.version is not None]
    findings: Findings = ()
    if reached:
        said = text.REACHES_ITSELF.format(addresses=", ".join(reached))
        findings = (Finding(Mark.OK, said),)
    return findings + tuple(
        Finding(
            Mark.PROBLEM,
            text.NOT_ITSELF.format(
                address=show_address(each.host, each.port), why=_what(each), port=each.port
            ),
        )
        for each in probes
        if each.version is None
    )


async def _multicast(own: tuple[Interface, ...], bind: str) -> Findings:
    hosts = dict.fromkeys((*hosts_to_announce_on(bind, own), _LOOPBACK))
    names = {each.host: text.ADDRESS.format(host=each.host, name=each.name) for each in own}
    works, findings = [], []
    for host in hosts:
        name = names.get(host, host)
        try:
            await check_multicast(host, _index(own, host))
            works.append(name)
        except OSError as error:
            reason = explained(error.strerror or error)
            said = text.NO_MULTICAST.format(name=name, why=reason)
            if _asks_for_the_network():
                said = f"{said} {text.NO_MULTICAST_MAC}"
            findings.append(Finding(Mark.UNKNOWN, said))
    if works:
        said = text.MULTICAST.format(names=", ".join(works))
        findings.insert(0, Finding(Mark.OK, said))
    return tuple(findings)


def _index(own: tuple[Interface, ...], host: str) -> int:
    name = next((each.name for each in own if each.host == host), "")
    try:
        return socket.if_nametoindex(name)
    except (OSError, AttributeError):
        # 0 leaves the choice to the system.
        return 0


async def _tables(own: tuple[Interface, ...]) -> Findings:
    async with Browser(hosts_to_browse_on(own)) as browser:
        await browser.wait(lambda found: browser.trouble is not None, _LOOK_SECONDS)
        if browser.trouble is not None:
            return (Finding(Mark.UNKNOWN, text.CANNOT_LOOK.format(why=explained(browser.trouble))),)
        found = one_a_table(browser.found)
    if not found:
        return (Finding(Mark.UNKNOWN, text.FOUND_NONE),)
    return tuple(
        Finding(
            Mark.OK,
            text.FOUND.format(name=each.sign.name, address=show_address(*each.addresses[0])),
        )
        for each in found
    )


async def _trying(own: tuple[Interface, ...], target: Invite | Address | None) -> Findings:
    if target is None:
        return ()
    findings: Findings = ()
    for address in _addresses_of(target):
        tried = await _try(own, address, target)
        findings += tried
        if tried[-1].mark is Mark.OK:
            # One address is enough; that others of an invite lead nowhere is as it should be.
            return tuple(each for each in findings if each.mark is Mark.OK)
    return findings


def _addresses_of(target: Invite | Address | None) -> tuple[Address, ...]:
    if isinstance(target, Invite):
        return target.addresses
    return () if target is None else (target,)


async def _try(own: tuple[Interface, ...], address: Address, target: Invite | Address) -> Findings:
    host, port = address
    hosts = (host,) if is_literal(host) else await resolve(host, port)
    there = await probe(host, port)
    shown = show_address(host, port)
    where = tuple(finding for each in hosts for finding in _where(own, each))
    if there.outcome is not Outcome.TABLE:
        said = text.TRIED.format(address=shown, what=_what(there))
        return (*where, Finding(Mark.PROBLEM, said))
    if isinstance(target, Invite):
        return (*where, await _identity(address, target))
    return (*where, Finding(Mark.OK, text.TRIED.format(address=shown, what=_what(there))))


async def _identity(address: Address, invite: Invite) -> Finding:
    """Whether the host of ``invite`` is there. Its secret is kept: no seat is asked for."""
    key = SigningKey(os.urandom(32))
    shown = show_address(*address)
    try:
        link = await dial(*address, key, LOBBY, invite.fingerprint, app=__version__)
    except NetError as error:
        return Finding(Mark.PROBLEM, text.HOST_THERE.format(address=shown, why=explained(error)))
    link.close()
    await link.wait_closed()
    return Finding(Mark.OK, text.IDENTITY_HOLDS.format(address=shown))


def _where(own: tuple[Interface, ...], host: str) -> Findings:
    beside = next((each for each in own if each.reaches(host)), None)
    if beside is None:
        return (Finding(Mark.UNKNOWN, text.OTHER_NETWORK.format(host=host)),)
    if beside.is_loopback:
        return ()
    return (Finding(Mark.OK, text.SAME_NETWORK.format(host=host, own=beside.host)),)


def _what(there: Probe) -> str:
    said = text.OUTCOMES[there.outcome].format(
        version=there.version,
        ours=Version(PROTOCOL_VERSION, __version__),
        port=there.port,
        error=there.error,
    )
    if there.outcome is Outcome.NOBODY and _asks_for_the_network():
        said += text.MAC_HINT
    return said


def _asks_for_the_network() -> bool:
    """Whether this system lets a program into the local network only with its owner's leave."""
    return sys.platform == "darwin"
