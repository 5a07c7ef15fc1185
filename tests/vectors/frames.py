"""Chapters 2.1 to 2.3 and 2.8: frames, messages of a link and a lobby."""

from __future__ import annotations

from msgspec.structs import replace as with_fields

from protocol.log.chain import nonce_commitment, table_id
from protocol.log.encoding import encode
from protocol.log.messages import Settings
from protocol.net.frames import CAP_AFTER, CAP_BEFORE, Channel, encode_frame
from protocol.net.link_messages import (
    LOBBY,
    Answer,
    Bye,
    Hello,
    Ping,
    Pong,
    Proof,
    Welcome,
    write_link_message,
)
from protocol.net.lobby_messages import (
    Confirm,
    GivenUp,
    Hint,
    Join,
    Line,
    Lobby,
    Prepare,
    Proposal,
    Ready,
    Started,
)
from tests.vectors.cases import Case, case, key_of, nonce_of, rendered, roster_of, seeded


def frames() -> str:
    one = encode_frame(Channel.LINK, b"")
    two = encode_frame(Channel.TABLE, b"\x01\x02\x03")
    largest = encode_frame(Channel.LOBBY, bytes(CAP_BEFORE))

    def stream(
        name: str,
        verdict: str,
        why: str,
        data: bytes,
        *said: tuple[int, bytes],
        cap: int = CAP_BEFORE,
    ) -> Case:
        return case(name, verdict, why, stream=data, cap=cap, frames=said)

    link, table = (0, b""), (2, b"\x01\x02\x03")
    cases = [
        stream("an empty frame", "waits", "all is read", one, link),
        stream("two frames", "waits", "all is read", one + two, link, table),
        stream(
            "the largest before welcome", "waits", "all is read", largest, (1, bytes(CAP_BEFORE))
        ),
        stream("half a header", "waits", "the rest may come", one + two[:3], link),
        stream("a header without its payload", "waits", "the rest may come", one + two[:5], link),
        stream("half a payload", "waits", "the rest may come", two[:-1]),
        stream("nothing", "waits", "nothing came", b""),
        stream(
            "a length over the cap", "malformed", "at most 4,096 bytes", bytes.fromhex("00001001")
        ),
        stream(
            "a length over the cap after a frame",
            "malformed",
            "what came before it stays valid",
            one + bytes.fromhex("0000100100"),
            link,
        ),
        stream("a huge length", "malformed", "at once", bytes.fromhex("ffffffff")),
        stream("no such channel", "malformed", "channels 0 to 2", bytes.fromhex("0000000003")),
        stream(
            "no such channel, a frame behind it",
            "malformed",
            "nothing is looked at after a bad header",
            bytes.fromhex("00000001ff00") + one,
        ),
        stream(
            "over the first cap, after welcome",
            "waits",
            "at most 65,536 bytes after welcome",
            bytes.fromhex("0000100102") + bytes(4097),
            (2, bytes(4097)),
            cap=CAP_AFTER,
        ),
        stream(
            "over the second cap",
            "malformed",
            "at most 65,536",
            bytes.fromhex("00010001"),
            cap=CAP_AFTER,
        ),
    ]
    return rendered(
        "Chapter 2.1. A stream, however it is cut, gives these frames [channel, payload]; then the"
        " reader waits for more, or the stream is malformed.",
        cases,
    )


def link_messages() -> str:
    draw = seeded("link messages")
    good: tuple[tuple[str, bytes], ...] = tuple(
        (name, write_link_message(message))
        for name, message in (
            ("hello for a lobby", Hello(draw(32), draw(32), LOBBY)),
            ("hello for a table", Hello(draw(32), draw(32), draw(32))),
            ("answer", Answer(draw(32), draw(32), draw(64))),
            ("proof", Proof(draw(64))),
            ("welcome", Welcome()),
            ("ping", Ping(0)),
            ("pong", Pong(2**32 - 1)),
            ("bye", Bye(40)),
            ("bye with an unknown code", Bye(255)),
        )
    )
    bad: tuple[tuple[str, bytes, str], ...] = (
        ("no tag", encode(()), "a tag, then the fields"),
        ("an unknown tag", encode(("hi",)), "no such tag"),
        ("a tag in bytes", encode((b"welcome",)), "a tag is text"),
        ("no list", encode("welcome"), "a list"),
        ("a field less", encode(("ping",)), "every field is there"),
        ("a field more", encode(("welcome", 0)), "no more fields"),
        ("a purpose of 4 bytes", encode(("hello", draw(32), draw(32), b"lobb")), "bytes 5..32"),
        ("a purpose of 33 bytes", encode(("hello", draw(32), draw(32), draw(33))), "bytes 5..32"),
        ("a short nonce", encode(("hello", draw(32), draw(31), LOBBY)), "bytes[32]"),
        ("a negative number", encode(("ping", -1)), "int 0..4294967295"),
        ("a number of 33 bits", encode(("pong", 2**32)), "int 0..4294967295"),
        ("a code 0", encode(("bye", 0)), "int 1..255"),
        ("a longer form", bytes.fromhex("92a470696e67cc05"), "not canonical"),
        ("something behind it", write_link_message(Welcome()) + b"\x00", "must end with the value"),
        ("a map", bytes.fromhex("80"), "there are no maps"),
        ("4,097 bytes", encode(("proof", bytes(4097))), "at most 4,096 bytes"),
    )
    cases = [case(name, "read", "2.3", bytes=data) for name, data in good]
    cases += [case(name, "malformed", why, bytes=data) for name, data, why in bad]
    return rendered("Chapter 2.3: messages of channel LINK.", cases)


def version_hellos() -> str:
    begin = b"koryo-tui\x00"
    cases = [
        case(
            "version 1",
            "read",
            "2.2",
            bytes=begin + b"\x00\x01" + b"0.3.0",
            protocol=1,
            app="0.3.0",
        ),
        case("no program", "read", "2.2", bytes=begin + b"\x00\x01", protocol=1, app=""),
        case("version 513", "read", "2.2", bytes=begin + b"\x02\x01new", protocol=513, app="new"),
        case(
            "a wild program",
            "read",
            "printable ASCII of the first 64 bytes is shown",
            bytes=begin + b"\x00\x01" + b"a\x1b[31m\xc3\xa9\xff" + b"b" * 70,
            protocol=1,
            app="a[31m" + "b" * 55,
        ),
        case("another beginning", "malformed", "no koryo-tui", bytes=b"koryo-gui\x00\x00\x01"),
        case("cut off", "malformed", "fewer than 12 bytes", bytes=begin + b"\x00"),
        case("HTTP", "malformed", "no koryo-tui", bytes=b"GET / HTTP/1.1\r\n\r\n"),
    ]
    return rendered("Chapter 2.2: the version hello; `app` is what may be shown.", cases)


def lobby_messages() -> str:
    draw = seeded("lobby")
    ada, ben = key_of(0).identity, key_of(1).identity
    roster = roster_of(2)
    lines = (Line(ada, "Ada", b"", "0.3.0"), Line(ben, "Ben", ada, ""))
    hints = (Hint("192.168.1.20", 47210), Hint("fe80::1", 1))
    join = Join(draw(5), "Ben", b"", "0.3.0", hints)
    lobby = Lobby(1, Settings(), 3, lines)
    proposal = Proposal(1, roster, (hints, ()))
    commitment = nonce_commitment(ben, nonce_of(1))
    guest = (
        ("join", join),
        ("join without a name", with_fields(join, name="", hints=(), app="")),
        ("join as a bot", with_fields(join, owner=ada)),
        ("ready", Ready(1, commitment)),
        ("confirm", Confirm(1, table_id(roster))),
    )
    host = (
        ("lobby", lobby),
        ("lobby of one", with_fields(lobby, players=lines[:1])),
        ("prepare", Prepare(65_535)),
        ("proposal", proposal),
        ("started", Started(table_id(roster))),
        ("given up", GivenUp(1, "Ben")),
    )
    cases = [
        case(name, "read", "2.8", sender="guest", bytes=encode(message)) for name, message in guest
    ]
    cases += [
        case(name, "read", "2.8", sender="host", bytes=encode(message)) for name, message in host
    ]
    bad: tuple[tuple[str, str, object, str], ...] = (
        ("a join by the host", "host", join, "of a guest"),
        ("a lobby by a guest", "guest", lobby, "of a host"),
        ("a secret of 4 bytes", "guest", ("join", draw(4), "B", b"", "", ()), "bytes[5]"),
        ("a name of 25", "guest", ("join", draw(5), "B" * 25, b"", "", ()), "text 0..24"),
        ("an owner of 33", "guest", ("join", draw(5), "B", draw(33), "", ()), "bytes 0..32"),
        ("9 hints", "guest", ("join", draw(5), "B", b"", "", (("::1", 1),) * 9), "at most 8"),
        ("port 0", "guest", ("join", draw(5), "B", b"", "", (("::1", 0),)), "int 1..65535"),
        ("a start of 0", "host", ("prepare", 0), "int 1..65535"),
        ("no players", "host", ("lobby", 1, (0, 3), 3, ()), "list of Line, 1..4"),
        ("5 seats", "host", ("lobby", 1, (0, 3), 5, lines[:1]), "int 2..4"),
        ("hints of one seat", "host", ("proposal", 1, roster, ((),)), "2..4 lists"),
        ("nobody given up", "host", ("given-up", 1, ""), "text 1..24"),
        ("an unknown tag", "host", ("stop",), "no such tag"),
    )
    cases += [
        case(name, "malformed", why, sender=sender, bytes=encode(message))
        for name, sender, message, why in bad
    ]
    cases.append(
        case(
            "a longer form",
            "malformed",
            "not canonical",
            sender="host",
            bytes=bytes.fromhex("92a770726570617265cc05"),
        )
    )
    return rendered(
        "Chapter 2.8: the shape of messages of channel LOBBY. What a reader makes of a right one"
        " depends on the lobby.",
        cases,
    )
