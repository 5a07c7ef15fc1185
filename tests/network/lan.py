"""A LAN of network namespaces: machines with addresses of their own, cables, and a switch.

Everything happens in namespaces that are made here and removed afterwards; nothing of the
machine's own network is touched.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from itertools import count
from types import TracebackType
from typing import Final

_NUMBERS: Final = count(1)
_NET: Final = "10.77.0"
_PREFIX: Final = 24


class NotPossible(Exception):
    """This machine cannot make such a network; the text is the reason for skipping."""


def run(*words: str, check: bool = True) -> str:
    """Runs a command of the system; what it printed."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=20)
    if check and done.returncode:
        raise NotPossible(f"{' '.join(words)}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def _number_in(text: str, pattern: str) -> int:
    """The first number there; 0 if there is none."""
    found = re.search(pattern, text)
    return 0 if found is None else int(found[1])


def why_not() -> str | None:
    """Why there can be no namespaces here, if so."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "network namespaces need the ip command"
    try:
        with Lan() as lan:
            lan.plug_in("a")
    except NotPossible as error:
        return f"network namespaces do not work here: {error}"
    return None


class Machine:
    """A namespace with one cable, ``eth0``, and ``address``; ``port`` is the switch's end of it."""

    def __init__(self, lan: Lan, name: str, number: int) -> None:
        self.namespace = f"{lan.prefix}-{name}"
        self.port = f"port{number}"
        self.address = f"{_NET}.{number}"
        self._lan = lan
        run("ip", "netns", "add", self.namespace)
        lan.made.append(self.namespace)
        peer = ("peer", "name", self.port, "netns", lan.switch)
        self.ip("link", "add", "eth0", "type", "veth", *peer)
        self.ip("link", "set", "lo", "up")
        self.ip("link", "set", "eth0", "up")
        self.ip("addr", "add", f"{self.address}/{_PREFIX}", "dev", "eth0")
        # Without a way out of the network multicast needs one of its own.
        self.ip("route", "add", "224.0.0.0/4", "dev", "eth0")
        lan.at_switch("link", "set", self.port, "master", "one")
        lan.at_switch("link", "set", self.port, "up")

    def ip(self, *words: str) -> None:
        """The ip command inside."""
        run("ip", "-n", self.namespace, *words)

    def inside(self, *command: str) -> tuple[str, ...]:
        """The command line that runs ``command`` on this machine."""
        return ("ip", "netns", "exec", self.namespace, *command)

    def isolate(self, on: bool) -> None:
        """Isolated machines do not reach each other, but all others."""
        self._lan.at_switch(
            "link", "set", self.port, "type", "bridge_slave", "isolated", "on" if on else "off"
        )

    def unplug(self, out: bool) -> None:
        """Pulls the cable, or plugs it in again."""
        self._lan.at_switch("link", "set", self.port, "down" if out else "up")

    def move_to(self, switch: str) -> None:
        """Plugs the cable into switch ``one`` or ``two``; there is nothing between them."""
        self._lan.at_switch("link", "set", self.port, "master", switch)

    def move_address(self) -> None:
        """Another address, at once, as from another DHCP server."""
        old = self.address
        self.address = f"{_NET}.{100 + int(old.rpartition('.')[2])}"
        # A second address of one network would go with the first.
        self.ip("addr", "del", f"{old}/{_PREFIX}", "dev", "eth0")
        self.ip("addr", "add", f"{self.address}/{_PREFIX}", "dev", "eth0")

    def trade_addresses(self, other: Machine) -> None:
        """Each has the other's address from now on, and everybody has been told so."""
        for machine in (self, other):
            machine.ip("addr", "del", f"{machine.address}/{_PREFIX}", "dev", "eth0")
        self.address, other.address = other.address, self.address
        for machine in (self, other):
            machine.ip("addr", "add", f"{machine.address}/{_PREFIX}", "dev", "eth0")
        self._lan.forget_who_is_where()

    def lose(self, percent: int) -> None:
        """Loses packets at random from now on. Raises ``NotPossible``."""
        netem = self.inside("tc", "qdisc", "add", "dev", "eth0", "root", "netem")
        try:
            run(*netem, "loss", f"{percent}%")
        except (NotPossible, FileNotFoundError):
            if shutil.which("iptables") is None:
                raise NotPossible(
                    "this kernel has no netem, and the iptables command is not here"
                ) from None
            rule = ("-m", "statistic", "--mode", "random", "--probability", str(percent / 100))
            run(*self.inside("iptables", "-A", "INPUT", "-i", "eth0", *rule, "-j", "DROP"))

    def lost(self) -> int:
        """How many packets ``lose`` has lost."""
        shown = run(*self.inside("tc", "-s", "qdisc", "show", "dev", "eth0"))
        if "netem" in shown:
            return _number_in(shown, r"dropped (\d+)")
        return _number_in(
            run(*self.inside("iptables", "-nvxL", "INPUT")), r"(?m)^\s*(\d+).* DROP .* statistic"
        )

    def swallow(self, port: int) -> None:
        """A firewall that drops what comes in for a TCP port. Raises ``NotPossible``."""
        self.forbid("INPUT", "-p", "tcp", "--dport", str(port))

    def forbid(self, chain: str, *what: str) -> None:
        """A firewall that drops ``what`` comes in or goes out. Raises ``NotPossible``."""
        if shutil.which("iptables") is None:
            raise NotPossible("the iptables command is not here")
        run(*self.inside("iptables", "-A", chain, *what, "-j", "DROP"))

    def slow_down(self, rate: str) -> None:
        """Both directions of the cable take no more than ``rate``. Raises ``NotPossible``."""
        if shutil.which("tc") is None:
            raise NotPossible("the tc command is not here")
        tbf = ("root", "tbf", "rate", rate, "burst", "4kb", "latency", "2s")
        run(*self.inside("tc", "qdisc", "add", "dev", "eth0", *tbf))
        at_switch = ("ip", "netns", "exec", self._lan.switch)
        run(*at_switch, "tc", "qdisc", "add", "dev", self.port, *tbf)

    def slowed(self) -> tuple[int, int]:
        """How many bytes have gone through ``slow_down``, out and in."""
        show = ("tc", "-s", "qdisc", "show", "dev")
        at_switch = ("ip", "netns", "exec", self._lan.switch)
        out, into = run(*self.inside(*show, "eth0")), run(*at_switch, *show, self.port)
        sent = r"qdisc tbf .*\s+Sent (\d+) bytes"
        return _number_in(out, sent), _number_in(into, sent)

    def speed_up(self) -> None:
        """As fast as before."""
        run(*self.inside("tc", "qdisc", "del", "dev", "eth0", "root"))
        at_switch = ("ip", "netns", "exec", self._lan.switch)
        run(*at_switch, "tc", "qdisc", "del", "dev", self.port, "root")


class Lan:
    """Two switches, and the machines plugged into the first."""

    def __init__(self) -> None:
        self.prefix = f"koryo{os.getpid()}x{next(_NUMBERS)}"
        self.switch = f"{self.prefix}-switch"
        self.made: list[str] = []
        self._machines: list[Machine] = []

    def __enter__(self) -> Lan:
        try:
            run("ip", "netns", "add", self.switch)
            self.made.append(self.switch)
            for switch in ("one", "two"):
                self.at_switch("link", "add", switch, "type", "bridge", "mcast_snooping", "0")
                self.at_switch("link", "set", switch, "up")
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for namespace in self.made:
            run("ip", "netns", "del", namespace, check=False)

    def plug_in(self, name: str) -> Machine:
        """Another machine."""
        self._machines.append(Machine(self, name, len(self._machines) + 1))
        return self._machines[-1]

    def forget_who_is_where(self) -> None:
        """What machines believe of each other's hardware, as after their announcements."""
        for machine in self._machines:
            machine.ip("neigh", "flush", "all")

    def at_switch(self, *words: str) -> None:
        """The ip command where the switches are."""
        run("ip", "-n", self.switch, *words)
