"""Makes the fixtures: small elections by ``belenios-tool``, and the one shuffle of each.

``python tests/vectors/belenios/make.py 1 4`` (Debian: apt-get install belenios-tool). Its keys and
randomness are its own, so every run gives other fixtures that hold as well.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

GROUP = "RFC-3526-2048"
QUESTION = {
    "type": "NonHomomorphic",
    "value": {"question": "order", "answers": ["a", "b", "c"]},
}
TEMPLATE = {
    "name": "fixture",
    "description": "",
    "questions": [QUESTION],
    "administrator": "",
    "credential_authority": "",
}


def make(ballots: int, folder: Path) -> dict[str, Any]:
    """An election with so many ranked ballots, shuffled once and verified by the tool itself."""

    def tool(words: str, given: str = "") -> str:
        return subprocess.run(
            ["belenios-tool", *words.split()],
            cwd=folder,
            input=given,
            check=True,
            text=True,
            env={**os.environ, "BELENIOS_USE_URANDOM": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ).stdout

    uuid = tool("setup generate-token").strip()
    tool(f"setup generate-credentials --uuid {uuid} --group {GROUP} --count {ballots}")
    next(folder.glob("*.pubcreds")).rename(folder / "public_creds.json")
    lines = next(folder.glob("*.privcreds")).read_text().splitlines()
    tool(f"setup generate-trustee-key --group {GROUP}")
    (folder / "public_keys.jsons").write_text(next(folder.glob("*.pubkey")).read_text())
    tool("setup make-trustees")
    (folder / "template.json").write_text(json.dumps(TEMPLATE))
    tool(f"setup make-election --uuid {uuid} --group {GROUP} --template template.json")
    election = (folder / "election.json").read_text().strip("\n")
    tool("archive init")
    for name in ("election.json", "trustees.json", "public_creds.json"):
        (folder / name).unlink()
    for number, line in enumerate(lines):
        (folder / "credential").write_text(line.split()[-1])
        (folder / "ballot").write_text(json.dumps([[number % 3 + 1, 2, 3]]))
        ballot = tool("election generate-ballot --privcred credential --ballot ballot")
        tool("archive add-event --type=Ballot", ballot)
    tool("archive add-event --type=EndBallots")
    tally = tool("election compute-encrypted-tally")
    tool("archive add-event --type=EncryptedTally", tally)
    tool("archive add-event --type=Shuffle", tool("election shuffle --trustee-id=1"))
    tool("election verify")
    return _extracted(election, folder / f"{uuid}.bel")


def _extracted(election: str, archive: Path) -> dict[str, Any]:
    with tarfile.open(archive) as tar:
        files = [tar.extractfile(member) for member in tar if member.name.endswith(".data.json")]
        data = [json.loads(file.read()) for file in files if file is not None]
    shuffle = next(item for item in data if isinstance(item, dict) and "proofs" in item)
    lists = [item for item in data if isinstance(item, list) and isinstance(item[0], list)]
    tally = next(item for item in lists if "alpha" in item[0][0])
    t, s, c, c_hat = shuffle["proofs"][0]
    digest = hashlib.sha256(election.encode()).digest()
    return {
        "group": GROUP,
        "fingerprint": base64.b64encode(digest).decode().rstrip("="),
        "public_key": json.loads(election)["public_key"],
        "before": [[pair["alpha"], pair["beta"]] for pair in tally[0]],
        "after": [[pair["alpha"], pair["beta"]] for pair in shuffle["ciphertexts"][0]],
        "proof": {"t": t, "s": s, "c": c, "c_hat": c_hat},
    }


def main() -> None:
    for ballots in map(int, sys.argv[1:]):
        with tempfile.TemporaryDirectory() as folder:
            made = make(ballots, Path(folder))
        path = Path(__file__).with_name(f"shuffle-{ballots}.json")
        path.write_text(json.dumps(made, indent=1) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
