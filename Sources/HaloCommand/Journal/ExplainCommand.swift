import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal
import HaloWearables

/// `halo explain`: where a number comes from, down to the bytes.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show where a number comes from: the sample, the message, the bytes.",
    discussion: """
      EXAMPLES:
        halo explain heart-rate 2026-11-20T08:15
        halo explain steps 2026-11-20T17:00

      EXIT STATUS: 0; 65 where the journal has no such sample within two days of that time.
      """)

  @Argument(help: "What was measured.")
  var metric: MetricName

  @Argument(
    help: ArgumentHelp("When, by the clock on the wall.", valueName: "YYYY-MM-DDTHH:MM"),
    transform: RadioOptions.parseTime)
  var time: WallClock

  @OptionGroup var journalOptions: JournalOptions

  @Option(help: "Whose (default: everybody's).")
  var wearer: String?

  func run() throws {
    let journal = try journalOptions.openToShow()
    // The offset in force then is the sample's own; a day either way is looked at, and the nearest by the wall chosen.
    let guess = Moment(time, secondsFromGMT: 0)
    let near = try journal.samples(
      of: metric.metric, wearer: wearer,
      in: Moment(
        milliseconds: guess.milliseconds - 2 * 86_400_000, secondsFromGMT: 0)..<Moment(
          milliseconds: guess.milliseconds + 2 * 86_400_000, secondsFromGMT: 0))
    func distance(_ sample: StoredSample) -> Int {
      let start = sample.start.wallClock.secondsSince1970
      return max(start - time.secondsSince1970, time.secondsSince1970 - (start + max(sample.length / 1000 - 1, 0)), 0)
    }
    guard let sample = near.min(by: { distance($0) < distance($1) }) else {
      StandardError.write(
        "halo: the journal \(journal.path) has no \(MetricName.name(metric.metric)) within two days of \(time).\n")
      throw ExitCode(EX.dataError)
    }
    if distance(sample) > 3600 {
      StandardError.write("halo: there is none at \(time); this is the nearest.\n")
    }
    try StandardOutput.write(text: try text(of: sample, journal))
  }

  private func text(of sample: StoredSample, _ journal: Journal) throws -> String {
    let terminal = Terminal.current()
    let unit = sample.metric.unit.rawValue
    let value =
      switch sample.metric.unit {
      case .flag: sample.value == 1 ? "yes" : "no"
      case .score: Words.number(sample.value)
      default: "\(Words.number(sample.value)) \(unit)"
      }
    var lines = [
      terminal.paint("\(MetricName.name(sample.metric)) \(value)", .bold),
      "  when      \(sample.start)\(sample.length > 0 ? ", \(Words.duration(sample.length / 60_000))" : "")",
      "  source    \(sample.source.rawValue)",
    ]
    if sample.isDoubtful {
      lines.append("  doubtful  the device's clock was wrong, or showed this time twice")
    }
    lines += accuracy(of: sample)
    guard let explanation = try journal.explain(sample) else {
      return (lines + ["  imported  from a file: no frames of it are here"]).joined(separator: "\n") + "\n"
    }
    lines += [
      "  device    \(Words.printable(explanation.device.name)) (\(explanation.device.identifier))",
      "  told      \(explanation.received), in its log '\(explanation.log)'",
      "  decoder   \(explanation.decoder)", "",
      terminal.paint("The message that these frames make:", .faint),
    ]
    lines +=
      DeviceWords.messages(in: explanation.frames.map(\.frame), family: explanation.device.family).map { "  " + $0 } + [
        "", terminal.paint("The frames as they came, with the journal's numbers:", .faint),
      ]
    lines += explanation.frames.map { id, frame in
      "  \(id)  \(frame.moment)  \(frame.characteristic)  \(Hexadecimal.string(frame.bytes))"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// How far such a value can be trusted, as docs/accuracy.md says.
  private func accuracy(of sample: StoredSample) -> [String] {
    let measured = MeasuredAccuracy.of(sample.metric).map { "            \($0.says) (\($0.data))" }
    if sample.source == .algorithm {
      return measured.isEmpty ? [] : ["  accuracy  of Halo's arithmetic, on reference data:"] + measured
    }
    let head = ["  accuracy  the device's own value: how far it is off is not known to Halo"]
    return head
      + (measured.isEmpty ? [] : ["            Halo's own arithmetic on recordings, on reference data:"] + measured)
  }
}
