"""The probability that a beat is right, by its quality: learned from recordings with a reference, and cross-validated by recording.

``diagram`` draws reliability diagrams for all sections.
"""
import bisect

import beats
import drawing
from peers import analyze

#: The qualities at which the probability is known; values between them are interpolated linearly.
KNOTS = (0.0, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.9, 0.96, 1.0)


def right(times, truth, offsets):
    """Returns for each beat if it is within 150 ms of a true one, after applying the best offset."""
    def at(offset):
        found = []
        for time in times:
            place = bisect.bisect(truth, time - offset)
            found.append(any(abs(time - offset - other) <= 0.15 for other in truth[max(0, place - 1):place + 1]))
        return found
    return max((at(offset) for offset in offsets), key=sum)


def recordings(halo, signals):
    """Returns for light and electrocardiograms, by recording, each beat's quality and if it is right. Colors of one recording are merged."""
    near = [step / 50 for step in range(-20, 21)]
    physionet, rest, stress = signals / "physionet", signals / "rest", signals / "noise-stress"

    def pairs(arguments, truth, offsets=near, ends=False):
        lines, _ = analyze(halo, "beats", *arguments, "--quality")
        lines = [line for line in lines if "time" in line]
        good = right([line["time"] for line in lines], truth, offsets)
        return [(line["quality"], ok) for line, ok in zip(lines, good)]

    peaks, _ = analyze(halo, "beats", rest / "neurokit-rest-5min-100hz.csv", "--ecg", "ecg", "--rate", 100)
    light = {
        "bidmc_01": pairs([physionet / "bidmc_01_Signals.csv", "--ppg", "PLETH", "--rate", 125], beats.truth(physionet / "bidmc01_ecg_beats_s.csv")),
        "a103l": pairs([physionet / "a103l", "--ppg", "PLETH"], beats.truth(physionet / "a103l_ecg_beats_s.csv")),
        "neurokit": pairs([rest / "neurokit-rest-5min-100hz.csv", "--ppg", "ppg", "--rate", 100], [line["time"] for line in peaks]),
    }
    for folder in sorted((signals / "welltory").iterdir()):
        truth = [0.0]
        for value in (folder / "RR.txt").read_text().split():
            truth.append(truth[-1] + float(value) / 1000)
        for color in "RGB":
            # Strap and camera did not start at the same time.
            found = pairs([folder / "PPG.csv", "--ppg", color, "--time", "time"], truth, [step / 20 for step in range(-60, 400)])
            # If few beats match, the offset is unknown too, so single beats cannot be judged.
            if sum(ok for _, ok in found) > 0.6 * max(len(truth), len(found)):
                light.setdefault(folder.name, []).extend(found)
    electric = {
        "mit-bih-100": pairs([physionet / "100", "--ecg", "MLII"], [b / 360 for b in beats.annotations(physionet / "100.atr")]),
        "bidmc_01": pairs([physionet / "bidmc_01_Signals.csv", "--ecg", "II", "--rate", 125], beats.truth(physionet / "bidmc01_ecg_beats_s.csv")),
    }
    for name in ("118e24", "118e06"):
        truth = [float(line) / 360 for line in (stress / f"{name}-annotations-sample-index.csv").read_text().split()]
        electric[name] = pairs([stress / f"{name}-ecg-360hz.csv", "--ecg", "1", "--no-header", "--rate", 360], truth)
    return light, electric


def learned(pairs):
    """Returns the probability at each of ``KNOTS``: the share of right beats around it, with equal weight per recording, and a few pseudo-beats
    as a prior, nine of ten of them right."""
    table = []
    for index, knot in enumerate(KNOTS):
        reach = max(0.02, (KNOTS[min(index + 1, len(KNOTS) - 1)] - KNOTS[max(index - 1, 0)]) / 2)
        near = [(max(0.0, 1 - abs(quality - knot) / reach), ok) for quality, ok in pairs]
        table.append((sum(w * ok for w, ok in near) + 4.5) / (sum(w for w, _ in near) + 5))
    return table


def probability(table, quality):
    place = min(max(bisect.bisect(KNOTS, quality) - 1, 0), len(KNOTS) - 2)
    share = (quality - KNOTS[place]) / (KNOTS[place + 1] - KNOTS[place])
    return table[place] + share * (table[place + 1] - table[place])


def left_out(sets):
    """Returns each recording's expected calibration error and the table of all, with tables learned from the other recordings."""
    errors, everything = {}, []
    for name in sets:
        table = learned([pair for other, some in sets.items() if other != name for pair in some])
        told = [(probability(table, quality), ok) for quality, ok in sets[name]]
        errors[name] = reliability(told)[1]
        everything += told
    return errors, *reliability(everything)


def reliability(told):
    rows, error = [], 0.0
    for tenth in range(10):
        inside = [(claim, ok) for claim, ok in told if min(int(claim * 10), 9) == tenth]
        if inside:
            claim, true = sum(c for c, _ in inside) / len(inside), sum(ok for _, ok in inside) / len(inside)
            rows.append((len(inside), claim, true))
            error += len(inside) / len(told) * abs(claim - true)
    return rows, error


def diagram(name, title, panels):
    """Draws `docs/images/NAME.svg`, a reliability diagram, and returns the Markdown that shows it.

    `panels` has the bins of each set of answers, as returned by ``reliability``: number of answers, mean confidence, and the share
    that is right (0 to 1).
    """
    panels = {key: list(rows) for key, rows in panels.items()}
    lowest = min((claim for rows in panels.values() for _, claim, _ in rows), default=0.5)
    low = min(0.5, int(10 * lowest - 0.3) / 10)
    columns = 1 if len(panels) < 4 else 2
    width = drawing.WIDTH / columns
    picture = drawing.Picture(title, "; ".join(
        f"{key}: " + ", ".join(f"of {count} answers with confidence {claim:.2f} {true:.2f} are right" for count, claim, true in rows)
        for key, rows in panels.items()))
    picture.heading(title)
    picture.note("A bar stands at the answers' confidence and is as high as the share of them that is right. Line: what the confidence claims. Above: how many answers. Dashed: fewer than 30.")
    for index, (key, rows) in enumerate(panels.items()):
        column, height = index % columns, 120 if columns == 2 else 150
        if column == 0:
            top = picture.height + 24
            picture.height += height + 48
        panel = picture.panel((low, 1), (0, 1.12), height, left=width * column + 40, right=width * (column + 1) - 22, top=top)
        picture.text(panel.left, top - 6, key, "ink", 12, weight=600)
        panel.below([low, (low + 1) / 2, 1], lambda value: f"{100 * value:.0f} %")
        panel.beside([0, 0.5, 1], lambda value: f"{100 * value:.0f} %")
        for count, claim, true in rows:
            panel.bar(claim - 0.03, min(claim + 0.03, 1), true, "bar" if count >= 30 else "few")
        panel.line([(low, low), (1, 1)], "truth")
        for count, claim, true in rows:
            picture.text(panel.x(claim), panel.y(max(true, claim)) - 5, f"{count:,.0f}", "ink", 11 if columns == 1 else 10, "middle")
    drawing.PICTURES[f"{name}.svg"] = picture.svg()
    return f"![{title} The share of answers that is right against their confidence; the table has the numbers](images/{name}.svg)\n"


def swift(light, electric):
    def numbers(values):
        return "[" + ", ".join(f"{value:.3f}" for value in values) + "]"
    count = sum(map(len, light.values())) + sum(map(len, electric.values()))
    return f"""// Written by scripts/train-beat-confidence. Do not edit.

/// The probability that a beat is right, by its quality. Learned from {count} beats of {len(light) + len(electric)} recordings with a reference.
enum BeatConfidence {{
  /// The qualities at which the probability is known; values between them are interpolated linearly.
  static let knots: [Double] = {numbers(KNOTS)}
  /// The probabilities of beats in light.
  static let light: [Double] = {numbers(learned([pair for some in light.values() for pair in some]))}
  /// The probabilities of beats in an electrocardiogram.
  static let electric: [Double] = {numbers(learned([pair for some in electric.values() for pair in some]))}
}}
"""
