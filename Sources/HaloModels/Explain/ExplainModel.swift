import HaloBluetooth
import HaloEngine
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
    public let facts: [Figure]
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
    let (subject, registry, wearer) = (subject, environment.registry, environment.wearer)
    let words = MeasureWords(environment.profile.current.units)
    do {
      contents = .value(try await environment.read { try Contents(subject, $0, registry, wearer: wearer, words) })
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }
}

extension ExplainModel.Contents {
  fileprivate init(
    _ subject: ExplainSubject, _ journal: Journal, _ registry: DriverRegistry, wearer: String, _ words: MeasureWords
  ) throws {
    switch subject {
    case .sample(let sample):
      let stored = try Self.stored(sample, journal, wearer: wearer)
      var facts = [
        Figure(
          "when", Phrase("When"),
          sample.minutes > 0
            ? Phrase(
              "\(sample.start.date, .full), \(sample.start.time), for \(MeasureWords.duration(minutes: sample.minutes))"
            )
            : Phrase("\(sample.start.date, .full), \(sample.start.time)")),
        Figure("source", Phrase("How"), sample.source.title),
      ]
      if let caution = sample.metric.caution { facts.append(Figure("caution", Phrase("Mind"), caution)) }
      if stored?.isDoubtful == true {
        facts.append(
          Figure(
            "doubt", Phrase("Doubtful"), Phrase("The device's clock was wrong, or showed this time twice.")))
      }
      let explanation = try stored.flatMap { try journal.explain($0) }
      if let explanation {
        facts.append(
          Figure("told", Phrase("Told"), Phrase("\(explanation.received.description), in its log “\(explanation.log)”"))
        )
      }
      try self.init(
        name: sample.metric.title, value: words.value(sample.value, of: sample.metric), facts, sample.provenance,
        journal, registry)
    case .night(let night):
      try self.init(
        name: night.kind == .night ? Phrase("Sleep") : Phrase("Nap"),
        value: MeasureWords.duration(minutes: night.minutesAsleep),
        [
          Figure(
            "when", Phrase("When"),
            Phrase("\(night.end.date, .full), \(night.start.time) – \(night.end.time)")),
          Figure("caution", Phrase("Mind"), Phrase("Stages are the device's estimate.")),
        ], night.provenance, journal, registry)
    case .movement(let movement):
      try self.init(
        name: Phrase("Steps"), value: Phrase("\(movement.steps)"),
        [
          Figure(
            "basis", Phrase("How"),
            movement.basis == .deviceTotal
              ? Phrase("The device's own total of the day.") : Phrase("The sum of the device's log."))
        ], movement.provenance, journal, registry)
    case .computed(let computation):
      let confidence = computation.confidence.map {
        Figure("confidence", Phrase("Confidence"), Phrase("\($0 * 100, digits: 0) %"))
      }
      let algorithm = InsightAlgorithm.named(computation.algorithm)
      let definition = algorithm.map { Figure("definition", Phrase("How"), Phrase(stringLiteral: $0.definition)) }
      let source = algorithm.map { Figure("source", Phrase("After"), Phrase(stringLiteral: $0.source)) }
      let meaning = algorithm.map {
        Figure("meaning", Phrase("What confidence means"), Phrase(stringLiteral: $0.confidence))
      }
      self.init(
        name: computation.name, value: computation.value,
        facts: [
          Figure("algorithm", Phrase("Algorithm"), Phrase("\(computation.algorithm), version \(computation.version)"))
        ] + [definition, source, confidence, meaning].compactMap(\.self), messages: [], frames: [],
        inputs: computation.inputs.map(InputWords.phrase),
        remark: Phrase("Halo computed this from what devices told. It is an estimate."))
    }
  }

  private init(
    name: Phrase, value: Phrase, _ facts: [Figure], _ provenance: Provenance, _ journal: Journal,
    _ registry: DriverRegistry
  ) throws {
    let kept = try provenance.frames.isEmpty ? [] : journal.frames(Set(provenance.frames))
    let device = try kept.first.flatMap { try journal.device($0.frame.device) }
    self.name = name
    self.value = value
    var facts = facts
    if let device { facts.append(Figure("device", Phrase("Device"), Phrase(verbatim: device.name))) }
    if !provenance.frames.isEmpty {
      facts.append(Figure("decoder", Phrase("Decoder"), Phrase(verbatim: provenance.decoder)))
    }
    self.facts = facts
    messages = device.map { registry.messages(in: kept.map(\.frame), family: $0.family) } ?? []
    frames = kept.map { id, frame in
      ExplainModel.Frame(
        id: id, time: frame.moment.description, characteristic: frame.characteristic.description,
        bytes: Hexadecimal.string(frame.bytes))
    }
    inputs = []
    remark =
      provenance.frames.isEmpty
      ? Phrase("It was imported from a file: no frames of it are here.")
      : kept.isEmpty ? Phrase("Its frames are not kept any more.") : nil
  }

  /// The sample as the journal keeps it: the one of that time on the wall.
  private static func stored(_ sample: Sample, _ journal: Journal, wearer: String) throws -> StoredSample? {
    let guess = Moment(sample.start, secondsFromGMT: 0).milliseconds
    // A zone is at most fourteen hours off.
    let span =
      Moment(
        milliseconds: guess - 50_400_000, secondsFromGMT: 0)..<Moment(
        milliseconds: guess + 50_400_001, secondsFromGMT: 0)
    return try journal.samples(of: sample.metric, wearer: wearer, in: span).first {
      $0.start.wallClock == sample.start && $0.source == sample.source && $0.value == sample.value
    }
  }
}
