import HaloBluetooth
import HaloCaptures
import HaloColmiRing
import HaloDrivers
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization

/// Reads mutated captures, and checks invariants.
public struct CaptureFuzzing {
  /// A violated invariant.
  public struct Failure: Error, CustomStringConvertible {
    /// A description, with the file that reproduces it.
    public let description: String
  }

  /// The contents of the captures.
  public struct Findings: Sendable {
    /// The number of records read.
    public var recordCount = 0
    /// The number of attribute protocol operations.
    public var operationCount = 0
    /// The number of messages decoded from operations.
    public var messageCount = 0
    /// The number of captures refused with a ``CaptureError``.
    public var refusedCount = 0
  }

  /// The number of parts that run in parallel. The captures do not depend on the number of processors.
  public static let partCount = 4

  private var findings = Findings()
  private var lines = JSONLineWriter()
  private var words = CaptureFormatter()

  private init() {}

  /// Reads `count` captures, in parallel on all processors.
  public static func run(count: Int, seed: UInt64) async throws -> Findings {
    try await withThrowingTaskGroup(of: Findings.self) { group in
      for part in 0..<partCount {
        let share = count * (part + 1) / partCount - count * part / partCount
        group.addTask {
          var fuzzing = CaptureFuzzing()
          try fuzzing.run(count: share, seed: seed &* 1_000 &+ UInt64(part))
          return fuzzing.findings
        }
      }
      return try await group.reduce(into: Findings()) { sum, part in
        sum.recordCount += part.recordCount
        sum.operationCount += part.operationCount
        sum.messageCount += part.messageCount
        sum.refusedCount += part.refusedCount
      }
    }
  }

  private mutating func run(count: Int, seed: UInt64) throws {
    var mutator = CaptureMutator(seed: seed)
    var bytes: [UInt8] = []
    let names = CaptureNames(given: Self.given)
    for number in 0..<count {
      mutator.next(&bytes)
      do {
        try read(bytes, number % 2 == 0 ? names : CaptureNames(), printsLines: number % 16 == 0)
      } catch is CaptureError {
        findings.refusedCount += 1
      }
    }
  }

  /// Handles of a ring, so that their values are decoded as its messages.
  private static let given: AttributeMap = {
    var map = AttributeMap()
    for (handle, part) in zip([UInt16(0x22), 0x12, 0x26, 0x24], ColmiRing.Conversation.characteristics) {
      map.name(handle, part.uuid, service: part.service, origin: .given)
    }
    return map
  }()

  /// Reads a capture as `halo capture show` and `halo capture info` do.
  ///
  /// Checked: the results and skipped parts are no more than the file can contain, so that the time is bounded by its
  /// length.
  private mutating func read(_ bytes: [UInt8], _ names: CaptureNames, printsLines: Bool) throws {
    var reader = try CaptureReader(bytes)
    var decoder = CaptureDecoder(names: names)
    var messages = ConversationMessages(try CaptureSurvey(CaptureReader(bytes), registry: .bundled, names: names))
    var (records, operations) = (0, 0)
    var isTooLong = false
    try reader.forEach { record in
      records += 1
      guard records <= bytes.count else { throw Self.failure("endless loop", bytes) }
      decoder.receive(record) { operation in
        operations += 1
        let found = messages.messages(of: operation)
        findings.messageCount += found.count
        if operation.bytes.count > bytes.count { isTooLong = true }
        if printsLines {
          lines.append(OperationLine(operation, found, &words))
          lines.removeAll()
        }
      }
    }
    guard !isTooLong else { throw Self.failure("an operation longer than the file", bytes) }
    decoder.finish()
    findings.messageCount += messages.finish().count
    let problems = reader.problems
    let steps =
      records + problems.malformedCount + problems.damagedPlaceCount + problems.others.values.reduce(0, +)
      + problems.unknown.values.reduce(0, +)
    guard steps <= bytes.count, problems.recordCount == records, operations <= records,
      problems.damagedByteCount + problems.cutOffByteCount <= bytes.count
    else { throw Self.failure("\(steps) steps, \(operations) operations, \(problems)", bytes) }
    let survey = try CaptureSurvey(CaptureReader(bytes), registry: .bundled, names: names)
    guard survey.operations.values.reduce(0, +) == operations, survey.problems == problems else {
      throw Self.failure("the survey differs: \(survey.operations)", bytes)
    }
    if printsLines { try use(bytes, survey, operations) }
    findings.recordCount += records
    findings.operationCount += operations
  }

  /// Performs the less common operations: an anonymized copy with as many operations, whole conversations, a device to
  /// replay.
  private func use(_ bytes: [UInt8], _ survey: CaptureSurvey, _ operations: Int) throws {
    for values in [CaptureAnonymizer.Values.madeUp, .shifted, .kept] {
      try anonymize(bytes, survey, operations, values)
    }
    try search(bytes, survey)
    for device in survey.devices {
      let conversation = try CapturedConversation(CaptureReader(bytes), survey, device: device)
      _ = ReplayedDevice(conversation).profile
      _ = conversation.start.flatMap { conversation.secondsFromGMT(at: $0) }
      for link in conversation.links {
        let frames = link.map { CharacteristicFrame(time: $0.time, link: 1, bytes: $0.bytes) }
        for (kind, own) in FrameKind.kinds(of: frames, by: .automatic) { _ = KindAnalysis(kind, own) }
      }
    }
  }

  /// Values to search: one for each kind of encoding.
  private static let known = ["21667", "-40", "36.6", "2026-11-20", "07:45", "2026-11-20T07:45:10", "AT"]
    .compactMap { KnownValue($0) }

  /// Searches values and joins fragments as `halo capture find` does.
  ///
  /// Checked: joining makes no bytes, and the bytes of a match are at its place.
  private func search(_ bytes: [UInt8], _ survey: CaptureSurvey) throws {
    let streams = try CharacteristicFrames(CaptureReader(bytes), names: survey.names, OperationFilter()).streams
    let size = streams.reduce(0) { $0 + $1.frames.reduce(0) { $0 + $1.bytes.count } }
    guard size <= bytes.count else { throw Self.failure("\(size) bytes of values", bytes) }
    var joining = MessageJoining()
    for (header, end) in [(0, [0x00]), (2, []), (1, [0x0D, 0x0A])] as [(Int, [UInt8])] {
      (joining.headerLength, joining.end) = (header, end)
      let joined = streams.map { $0.joined(joining) }
      guard joined.reduce(0, { $0 + $1.frames.reduce(0) { $0 + $1.bytes.count } }) <= size else {
        throw Self.failure("messages longer than their frames", bytes)
      }
      for match in ValueSearch(Self.known).matches(joined) {
        guard match.range.upperBound <= match.first.bytes.count, match.chance > 0, match.count > 0 else {
          throw Self.failure("\(match.value.text) is not at \(match.range)", bytes)
        }
      }
    }
  }

  /// Checked: the copy has as many operations and no connected device's address, in either byte order.
  private func anonymize(
    _ bytes: [UInt8], _ survey: CaptureSurvey, _ operations: Int, _ values: CaptureAnonymizer.Values
  ) throws {
    let copy = Mutex<[UInt8]>([])
    var anonymizer = CaptureAnonymizer(survey, values: values, hiding: ["Ring 0042", "c3:a1:b2:c3:d4:e5"])
    var random = SeededGenerator(seed: 0x4861_6C6F)
    let summary = try anonymizer.run(
      using: &random, open: { try CaptureReader(bytes) }, write: { more in copy.withLock { $0 += more } })
    let made = copy.withLock { $0 }
    var found = 0
    if operations > 0 {
      let copied = try CaptureSurvey(CaptureReader(made), registry: .bundled)
      found = copied.operations.values.reduce(0, +)
    }
    guard summary.operationCount == operations, found == operations else {
      throw Self.failure("\(values): \(operations) operations, \(found) in the copy", bytes)
    }
    for address in survey.devices.compactMap(\.address) {
      let digits = address.description.split(separator: ":").compactMap { UInt8($0, radix: 16) }
      // The addresses of copies and placeholders belong to no device.
      guard Set(digits).count >= 3, !digits.starts(with: [0xC0, 0xDE, 0, 0]) else { continue }
      for form in [digits, digits.reversed()] where made.indices.contains(where: { made[$0...].starts(with: form) }) {
        throw Self.failure("\(values): the copy has the address \(address)", bytes)
      }
    }
  }

  private static func failure(_ text: String, _ bytes: [UInt8]) -> Failure {
    Failure(description: "\(text)\n\(Hexadecimal.string(bytes))")
  }
}
