"""Generates docs/devices.md from docs/evidence. Counts only packets in this repository, and only reports of real devices."""
import dataclasses
import json
import pathlib
import re

from . import schema

EVIDENCE = "docs/evidence"
SCHEMA = "docs/schemas/verify-ring-report.json"
PAGE = "docs/devices.md"
VERDICTS = ["confirmed", "refuted", "not tried"]
# Message types that describe how a packet was read, not a capability of the device.
READING = {"unknown", "corrupt", "incomplete"}


class WrongEvidence(Exception):
    """A file of evidence that cannot be counted."""


@dataclasses.dataclass
class Row:
    """The evidence for one model with one firmware."""
    packets: set = dataclasses.field(default_factory=set)
    shown: set = dataclasses.field(default_factory=set)
    sources: list = dataclasses.field(default_factory=list)
    laboratory: list = dataclasses.field(default_factory=list)
    owners: set = dataclasses.field(default_factory=set)
    findings: list = dataclasses.field(default_factory=list)


class Evidence:
    """All evidence of a checkout at `root`."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.families = self.json(f"{EVIDENCE}/families.json")
        # By family, model and firmware.
        self.rows = {}
        self.heads = self.vector_heads()
        self.beliefs = self.read_beliefs()
        # The issues in which owners reported a claim, by claim and verdict.
        self.verdicts = {}
        # The message types by the first byte, or big-data ID, of their packets.
        self.shown = set()
        counted = {}
        for path in self.files("captures"):
            self.add_capture(path, counted)
        self.check_vectors(counted)
        for path in self.files("laboratory"):
            self.add_laboratory(path)
        for path in self.files("reports"):
            self.add_report(path)

    # Reading

    def text(self, path):
        try:
            return (self.root / path).read_text()
        except FileNotFoundError:
            raise WrongEvidence(f"{path} does not exist") from None

    def json(self, path):
        try:
            return json.loads(self.text(path))
        except json.JSONDecodeError as error:
            raise WrongEvidence(f"{path}: {error}") from None

    def files(self, folder):
        return sorted(f"{EVIDENCE}/{folder}/{file.name}" for file in (self.root / EVIDENCE / folder).glob("*.json"))

    def row(self, path, family, model, firmware):
        if family not in [known["family"] for known in self.families]:
            raise WrongEvidence(f"{path}: {EVIDENCE}/families.json has no family {family}")
        return self.rows.setdefault((family, model, firmware or ""), Row())

    def vectors(self, path):
        return [json.loads(line) for line in self.text(path).splitlines() if line]

    def vector_heads(self):
        """Maps first bytes, or big-data IDs, to message types, from the rings' vectors: names the messages in the examples' lines."""
        heads = {}
        for vector in self.vectors("Tests/HaloColmiRingTests/Vectors/colmi.jsonl"):
            if vector["direction"] == "received":
                heads.setdefault(head(vector["frames"][0]), set()).update(types(vector))
        return heads

    def read_beliefs(self):
        swift = self.text("Sources/HaloColmiRing/Verification/ProtocolClaim.swift")
        found = re.findall(r'case \.(\w+):\s*Phrase\(\s*"([^"]+)"', swift)
        if [name for name, _ in found] != re.findall(r"\w+", re.search(r"CaseIterable \{\s*case ([\w,\s]+?)\n\n", swift)[1]):
            raise WrongEvidence("ProtocolClaim.swift does not have the expected format: one sentence for each claim")
        return found

    def add_capture(self, path, counted):
        capture = self.json(path)
        row = self.row(path, capture["family"], capture["model"], capture["firmware"])
        row.sources.append(capture["source"])
        for place in capture["files"]:
            if place["path"].endswith(".jsonl"):
                counted.setdefault(place["path"], set()).add(place["model"])
                for vector in self.vectors(place["path"]):
                    if vector["direction"] == "received" and vector["model"] == place["model"]:
                        row.packets.update(vector["frames"])
                        row.shown.update(types(vector))
            elif place["path"].endswith(".json"):
                for value in self.json(place["path"]):
                    if value["kind"].startswith("captured") and any(value["id"].startswith(start) for start in place["ids"]):
                        row.packets.add((value["uuid"], value["hex"]))
                        row.shown.add(value["uuid"])
            else:
                for line in self.text(place["path"]).splitlines():
                    frame = line.split("#")[0].removeprefix("v2:").replace(" ", "")
                    if frame:
                        row.packets.add(frame)
                        row.shown.update(self.heads.get(head(frame), set()))

    def check_vectors(self, counted):
        """Rejects packets whose source is not documented."""
        for path, models in counted.items():
            received = {vector["model"] for vector in self.vectors(path) if vector["direction"] == "received"}
            for model in sorted(received - models):
                raise WrongEvidence(f"{path} has packets of {model}, but no file in {EVIDENCE}/captures states their source")

    def add_laboratory(self, path):
        entry = self.json(path)
        proofs = self.text("docs/proofs.md")
        for name in entry["rows"]:
            if f"| `{name}` |" not in proofs:
                raise WrongEvidence(f"{path}: docs/proofs.md has no row {name}")
        self.row(path, entry["family"], entry["model"], entry["firmware"]).laboratory += entry["rows"]

    def add_report(self, path):
        report = self.json(path)
        for failure in self.report_failures(report):
            raise WrongEvidence(f"{path}: {failure}")
        if report["simulated"]:
            raise WrongEvidence(f"{path} describes a simulated ring, which is not evidence")
        issue = re.match(r"(\d+)-", path.split("/")[-1])
        if not issue:
            raise WrongEvidence(f"{path}: the name must be the issue and the model, like 42-r12.json")
        device = report["device"]
        row = self.row(path, device["family"], model_name(device["model"]), device["firmware"])
        row.owners.add(issue[1])
        row.findings += report["findings"]
        for finding in report["findings"]:
            self.verdicts.setdefault((finding["belief"], finding["verdict"]), set()).add(issue[1])

    def report_failures(self, report):
        return schema.failures(report, self.json(SCHEMA))

    # Writing

    def page(self):
        owners = {owner for row in self.rows.values() for owner in row.owners}
        packets = sum(len(row.packets) for row in self.rows.values())
        lines = [
            "# Devices: confirmed models and firmware", "",
            "<!-- Made by scripts/devices-page --write from docs/evidence. Do not edit. -->", "",
            f"**{counted(len(owners), 'owner has', 'owners have')} sent a report; {counted(packets, 'captured packet', 'captured packets')} of real devices"
            f" {'is' if packets == 1 else 'are'} in this repository.**"
            + ("" if owners else " Nothing on this page was tested by Halo on a real device: packets that others captured document the devices'"
               " protocols, and the laboratory tests Halo against its own virtual devices."), "",
            "- **Captured packets**: different packets that real devices sent, captured and published by others ([NOTICE](../NOTICE)), that the tests and examples"
            " contain. Every test run checks how Halo decodes them. Packets that are not in this repository are not counted.",
            "- **Laboratory**: one of Halo's virtual devices over the real bluetoothd. It tests the radio, not real devices:"
            " [proofs.md](proofs.md).",
            "- **Owners**: people who ran `halo verify-ring --submit` with their own ring and sent the report. A ✗ is an assumption that their ring refuted.", "",
            "If you have such a device, please send a report, which takes ten minutes: [captures.md](captures.md#send-a-report). [evidence](evidence/README.md) describes how reports are added."]
        for family in self.families:
            lines += ["", *self.family(family)]
        lines += ["", *self.belief_table(len(owners)), "", *self.unseen_messages()]
        lines += ["", "[All pages](README.md) · [COLMI rings](colmi-ring.md) · [Send a report](captures.md#send-a-report)"]
        return "\n".join(lines) + "\n"

    def family(self, family):
        lines = [f"## {family['title']}", "", f"[{family['page']}]({family['page']}) documents them.", ""]
        rows = sorted((key, row) for key, row in self.rows.items() if key[0] == family["family"])
        if rows:
            lines += ["| Model | Firmware | Captured packets | Confirmed messages | Source | Laboratory | Owners |",
                      "| --- | --- | ---: | --- | --- | --- | ---: |"]
        for (_, model, firmware), row in rows:
            verdicts = [finding["verdict"] for finding in row.findings]
            owners = str(len(row.owners)) + (f" ({verdicts.count('confirmed')} ✓, {verdicts.count('refuted')} ✗)" if row.owners else "")
            is_virtual = not row.packets and not row.owners and row.laboratory
            lines.append(" | ".join([
                f"| {cell(model)}" + (" (virtual)" if is_virtual else ""), f"`{cell(firmware)}`" if firmware else "not recorded", str(len(row.packets)), ticked(row.shown) or "nothing",
                cell("; ".join(row.sources)) or "", ticked(row.laboratory), owners + " |"]))
        confirmed = {model for (_, model, _), row in rows if row.packets or row.owners}
        nobody = [model for model in family["models"] if model not in confirmed]
        if nobody:
            lines += ["" if rows else None, f"**Not confirmed by packets or owners**: {', '.join(nobody)}."]
        return [line for line in lines if line is not None]

    def belief_table(self, owners):
        lines = ["## Assumptions about COLMI rings", "",
                 "`halo verify-ring` tests each of these. The columns count owners.", ""]
        lines += ["| Assumption | | Confirmed | Refuted | Not tested |", "| --- | --- | ---: | ---: | ---: |"]
        for name, statement in self.beliefs:
            counts = " | ".join(str(len(self.verdicts.get((name, verdict), ()))) for verdict in VERDICTS)
            lines.append(f"| `{name}` | {cell(statement)} | {counts} |")
        open_count = sum((name, "confirmed") not in self.verdicts for name, _ in self.beliefs)
        return lines + ["", f"{open_count} of {len(self.beliefs)} assumptions are not confirmed by an owner."]

    def unseen_messages(self):
        table = self.text("docs/messages.md").split("## From a COLMI ring")[1].split("\n## ")[0]
        known = [name for line in table.splitlines() if line.startswith("| `") for name in re.findall(r"`(\w+)`", line.split("|")[1])]
        shown = {name for (family, _, _), row in self.rows.items() if family == "colmi-ring" for name in row.shown}
        known.remove("type")  # The heading.
        unseen = [name for name in known if name not in shown]
        return ["## Messages of rings without a captured packet", "",
                (ticked(unseen, ordered=False) + f": {len(unseen)} of {len(known)} messages in [messages.md](messages.md) are based on publications only.")
                if unseen else "None: each message in [messages.md](messages.md) has a captured packet."]


def head(frame):
    """Returns the bytes that identify a packet's kind: its first byte, or the start of a big-data frame with its ID."""
    return frame[:4].lower() if frame[:2].lower() == "bc" else frame[:2].lower()


def types(vector):
    return {message["type"] for message in vector["messages"]} - READING


def model_name(name):
    """Returns the model: `R12` for the advertised name `COLMI R12`."""
    return (name or "without a name").removeprefix("COLMI ")


def counted(count, one, many):
    return f"{count} {one if count == 1 else many}"


def cell(text):
    # An owner's report is untrusted text: it must not break out of its cell or contain markup.
    return " ".join(re.sub(r"[\x00-\x1f`|<>\[\]]", " ", text).split())


def ticked(names, ordered=True):
    return ", ".join(f"`{name}`" for name in (sorted(names) if ordered else names))
