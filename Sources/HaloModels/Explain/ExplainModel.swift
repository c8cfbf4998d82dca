import HaloBluetooth
import HaloHealth
import HaloInsights
import HaloJournal
import HaloWearables
public import Observation
public import HaloReports

/// What the Explain screen binds to: a number, what the device said, and the bytes in which it said so.
@MainActor @Observable
public final class ExplainModel {
  /// A frame as it came.
  public struct Frame: Sendable, Hashable, Identifiable {
    /// Its number in the journal.
    public let id: Int
    /// When it came, with the offset of the clock on the wall.
    public let time: String
    /// The characteristic it came over.
    public let characteristic: String
    /// Its bytes in hexadecimal.
    public let bytes: String
    /// Its bytes in groups of two digits, which VoiceOver and people read one by one.
    public var grouped: String {
      stride(from: 0, to: bytes.count, by: 2).map { String(bytes.dropFirst($0).prefix(2)) }.joined(separator: " ")
    }
  }

  /// What is shown.
  public struct Contents: Sendable, Hashable {
    /// What it is, and its value.
    public let name: Phrase
    public let value: Phrase
    /// When, who told it, in which log, what read it, how sure it is.
    public let facts: [Fact]
    /// The device's words: each message as a line of JSON.
    public let messages: [String]
    /// The frames as they came. Empty for what was imported.
    public let frames: [Frame]
    /// What it was computed from, in words; empty for what a device told.
    public let inputs: [Phrase]
    /// What there is to say beside: that it was imported, or that its frames are gone.
    public let remark: Phrase?
  }

  /// What there is to show.
  public private(set) var contents: Loaded<Contents> = .loading

  private let environment: ModelEnvironment
  private let subject: ExplainSubject

  /// Where `subject` comes from.
  public init(_ subject: ExplainSubject, _ environment: ModelEnvironment) {
    self.subject = subject
    self.environment = environment
  }

  /// Reads what is known.
  public func run() async {
    let (subject, registry) = (subject, environment.registry)
    do {
      let contents = try await environment.report { try Contents(subject, $0, registry) }
      self.contents = contents.map(Loaded.value) ?? .empty(Self.advice)
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }

  private static let advice = Advice(
    Phrase("No data"), Phrase("The journal no longer has this value. Go back to see what it has now."))
}

extension ExplainModel.Contents {
  /// Where a number comes from; `nil` if the journal does not have it, or not any more.
  fileprivate init?(_ subject: ExplainSubject, _ reports: Reports, _ registry: DriverRegistry) throws {
    switch subject {
    case .point(let metric, let time, let value, let source):
      guard let sample = try Self.sample(metric, time, value, source, reports) else { return nil }
      try self.init(sample, reports, registry)
    case .figure(let id):
      let parts = id.split(separator: "@")
      guard let name = parts.first, let time = parts.dropFirst().first else { return nil }
      if name == "sleep" {
        guard let start = Moment(time), let night = try Self.night(start.wallClock, reports) else { return nil }
        try self.init(night, reports, registry)
      } else if let date = CalendarDate(time), name == "movement" {
        guard let movement = try reports.movement(date) else { return nil }
        try self.init(movement, reports, registry)
      } else if let date = CalendarDate(time), let metric = DerivedMetric(name: String(name)),
        let value = try reports.journal.insights(of: reports.wearer, from: date, to: date).first?.values[metric]
      {
        self.init(value, reports.measures)
      } else {
        return nil
      }
    }
  }

  private init(_ sample: StoredSample, _ reports: Reports, _ registry: DriverRegistry) throws {
    let start = sample.start.wallClock
    let when = Phrase("\(start.date, .full), \(start.time)")
    let explanation = try reports.journal.explain(sample)
    let facts = [
      Fact(
        "when", Phrase("When"),
        sample.length >= 60_000
          ? Phrase("\(when), for \(MeasureWords.duration(minutes: sample.length / 60_000))") : when),
      Fact("source", Phrase("How"), sample.source.title),
      sample.metric.caution.map { Fact("caution", Phrase("Mind"), $0) },
      sample.isDoubtful
        ? Fact("doubt", Phrase("Doubtful"), Phrase("The device's clock was wrong, or showed this time twice.")) : nil,
      explanation.map {
        Fact("told", Phrase("Told"), Phrase("\($0.received.description), in its log “\($0.log)”"))
      },
    ]
    try self.init(
      name: sample.metric.title, value: reports.measures.value(sample.value, of: sample.metric),
      facts.compactMap(\.self), decoder: explanation?.decoder, explanation?.frames ?? [], reports.journal, registry)
  }

  private init(_ night: Night, _ reports: Reports, _ registry: DriverRegistry) throws {
    try self.init(
      name: night.kind == .night ? Phrase("Sleep") : Phrase("Nap"),
      value: MeasureWords.duration(minutes: night.minutesAsleep),
      [
        Fact("when", Phrase("When"), Phrase("\(night.end.date, .full), \(night.start.time) – \(night.end.time)")),
        Fact("caution", Phrase("Mind"), Phrase("Stages are the device's estimate.")),
      ], night.provenance, reports.journal, registry)
  }

  private init(_ movement: DaySummary.Movement, _ reports: Reports, _ registry: DriverRegistry) throws {
    try self.init(
      name: Phrase("Steps"), value: Phrase("\(movement.steps)"),
      [
        Fact(
          "basis", Phrase("How"),
          movement.basis == .deviceTotal
            ? Phrase("The device's own total of the day.") : Phrase("The sum of the device's log."))
      ], movement.provenance, reports.journal, registry)
  }

  private init(_ computed: DerivedValue, _ words: MeasureWords) {
    let algorithm = InsightAlgorithm.named(computed.algorithm)
    name = computed.metric.title
    value = words.value(computed.value, of: computed.metric)
    facts = [
      Fact("algorithm", Phrase("Algorithm"), Phrase("\(computed.algorithm), version \(computed.version)")),
      algorithm.map { Fact("definition", Phrase("How"), Phrase(stringLiteral: $0.definition)) },
      algorithm.map { Fact("source", Phrase("After"), Phrase(stringLiteral: $0.source)) },
      computed.confidence.map { Fact("confidence", Phrase("Confidence"), Phrase("\($0 * 100, digits: 0) %")) },
      algorithm.map { Fact("meaning", Phrase("What confidence means"), Phrase(stringLiteral: $0.confidence)) },
    ].compactMap(\.self)
    messages = []
    frames = []
    inputs = computed.inputs.map(InputWords.phrase)
    remark = Phrase("Halo computed this from what devices told. It is an estimate.")
  }

  private init(
    name: Phrase, value: Phrase, _ facts: [Fact], _ provenance: Provenance, _ journal: Journal,
    _ registry: DriverRegistry
  ) throws {
    let isImported = provenance.frames.isEmpty
    try self.init(
      name: name, value: value, facts, decoder: isImported ? nil : provenance.decoder,
      isImported ? [] : journal.frames(Set(provenance.frames)), journal, registry)
  }

  /// A number that a device reported; `decoder` is `nil` if it was imported.
  private init(
    name: Phrase, value: Phrase, _ facts: [Fact], decoder: String?, _ kept: [(id: Int, frame: RecordedFrame)],
    _ journal: Journal, _ registry: DriverRegistry
  ) throws {
    let device = try kept.first.flatMap { try journal.device($0.frame.device) }
    self.name = name
    self.value = value
    self.facts =
      facts
      + [
        device.map { Fact("device", Phrase("Device"), Phrase(verbatim: $0.name)) },
        decoder.map { Fact("decoder", Phrase("Decoder"), Phrase(verbatim: $0)) },
      ].compactMap(\.self)
    messages = device.map { registry.messages(in: kept.map(\.frame), family: $0.family) } ?? []
    frames = kept.map { id, frame in
      ExplainModel.Frame(
        id: id, time: frame.moment.description, characteristic: frame.characteristic.description,
        bytes: Hexadecimal.string(frame.bytes))
    }
    inputs = []
    remark =
      decoder == nil
      ? Phrase("It was imported from a file: no frames of it are here.")
      : kept.isEmpty ? Phrase("Its frames are not kept any more.") : nil
  }

  /// The sample of a point of a series. A point may stand for five minutes, and its time is that of its first sample.
  private static func sample(
    _ metric: Metric, _ time: LocalTime, _ value: Double, _ source: SampleSource, _ reports: Reports
  ) throws -> StoredSample? {
    guard let start = time.moment else { return nil }
    let end = Moment(milliseconds: start.milliseconds + 300_000, secondsFromGMT: start.secondsFromGMT)
    // Rings report the lowest and highest of an hour, which are shown as one series.
    let metrics =
      metric == .oxygenSaturation
      ? [metric, .oxygenSaturationMinimum, .oxygenSaturationMaximum] : [metric]
    let samples = try metrics.flatMap { try reports.journal.samples(of: $0, wearer: reports.wearer, in: start..<end) }
      .filter { $0.value == value }
    return samples.first { $0.source == source } ?? samples.first
  }

  /// The sleep that began at a time of the wearer's clock. It ended on that day or the next.
  private static func night(_ start: WallClock, _ reports: Reports) throws -> Night? {
    for date in [start.date, start.date.adding(days: 1)] {
      let nights = try reports.journal.day(date, wearer: reports.wearer, metrics: []).nights
      if let night = nights.first(where: { $0.start == start }) { return night }
    }
    return nil
  }
}
