import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal
import HaloReports
import HaloWearables

/// `halo explain`: where a number comes from, down to the bytes.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Show where a number comes from: the sample, the message, the bytes; of a computed one, what it was computed from.",
    discussion: """
      docs/insights.md defines what is computed of days.

      EXAMPLES:
        halo explain heart-rate 2026-11-20T08:15
        halo explain steps 2026-11-20T17:00
        halo explain resting-heart-rate 2026-11-20
        halo explain time-asleep 2026-11-20 --frames

      EXIT STATUS: 0; 65 where the journal has no such sample within two days of that time, or nothing of that day was computed: it says \
      why.
      """)

  @Argument(help: "What was measured, or computed of a day.")
  var metric: ExplainedMetric

  @Argument(
    help: ArgumentHelp(
      "When, by the clock on the wall; of what is computed of days the day alone.", valueName: "YYYY-MM-DD[THH:MM]"))
  var time: String

  @Flag(help: "Of what is computed, also print the frames that it was made from.")
  var frames = false

  @OptionGroup var journalOptions: JournalOptions

  @Option(help: "Whose (default: everybody's).")
  var wearer: String?

  func validate() throws {
    switch metric {
    case .measured: _ = try RadioOptions.parseTime(time)
    case .computed: _ = try day
    }
  }

  /// The day that is meant, also where a time is said.
  private var day: CalendarDate {
    get throws { try CalendarDate(time) ?? RadioOptions.parseTime(time).date }
  }

  func run() throws {
    let journal = try journalOptions.openToShow()
    switch metric {
    case .measured(let metric): try explain(metric, RadioOptions.parseTime(time), journal)
    case .computed(let metric): try explain(metric, journal)
    }
  }

  /// What a computed value was made from, or why there is none.
  private func explain(_ metric: DerivedMetric, _ journal: Journal) throws {
    let day = try day
    try DaysOptions.check(wearer, in: journal)
    guard let wearer = try wearer ?? journal.wearers().first else { return }
    let insights = try report { try journal.insights(of: wearer, from: day, to: day) }.first
    guard let insights, let value = insights.values[metric] else {
      let gap = try report { try InsightKeeper(journal).gap(metric, of: wearer, on: day) }
      StandardError.write(
        "halo: there is no \(metric.exportName) of \(day): \(gap ?? "it was not computed yet ('halo rebuild' does)").\n"
      )
      throw ExitCode(EX.dataError)
    }
    let explanation = DerivedExplanation(value: value, trend: insights.trends[metric])
    let terminal = Terminal.current()
    var text = explanation.text(terminal)
    let numbers = explanation.frames
    if frames {
      let all = try report { try journal.frames(numbers) }
      text += "\n" + terminal.paint("The frames as they came, with the journal's numbers:", .faint) + "\n"
      text += all.map { id, frame in
        "  \(id)  \(frame.moment)  \(frame.characteristic)  \(Hexadecimal.string(frame.bytes))\n"
      }.joined()
    } else if !numbers.isEmpty {
      text += "\n" + terminal.paint("--frames shows those frames.", .faint) + "\n"
    }
    try StandardOutput.write(text: text)
  }

  private func explain(_ metric: MetricName, _ time: WallClock, _ journal: Journal) throws {
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
      HaloProgram.registry.messages(in: explanation.frames.map(\.frame), family: explanation.device.family).map {
        "  " + $0
      } + [
        "", terminal.paint("The frames as they came, with the journal's numbers:", .faint),
      ]
    for (id, frame) in explanation.frames {
      lines.append("  \(id)  \(frame.moment)  \(frame.characteristic)  \(Hexadecimal.string(frame.bytes))")
      let fields = HaloProgram.registry.byteMap(of: frame, family: explanation.device.family)
      if !fields.isEmpty {
        let places = fields.map { field in
          let last = field.range.upperBound - 1
          return (field.range.lowerBound == last ? "\(last)" : "\(field.range.lowerBound)–\(last)") + " \(field.name)"
        }
        lines.append(terminal.paint("      bytes  " + places.joined(separator: " · "), .faint))
      }
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
