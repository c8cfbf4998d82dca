/// Reads a capture from its beginning to its end, in memory that does not grow with it.
///
/// What is damaged, cut off or of an unknown kind is counted in ``problems`` and passed over; nothing of that ends the reading.
public struct CaptureReader {
  /// How the capture is kept.
  public let format: CaptureFormat
  /// What was not read, so far.
  public private(set) var problems = CaptureProblems()

  private let readMore: (Int) throws -> [UInt8]
  private var parser: Parser
  private var buffer: [UInt8]
  private var position: Int
  private var isAtEnd = false
  private var lastTime: CaptureTime?

  private enum Parser {
    case btsnoop(BtsnoopParser)
    case packetLogger(PacketLoggerParser)
    case pcap(PcapParser)
    case pcapng(PcapngParser)
  }

  /// How much is read at once: little enough that memory is not fetched from the system anew each time.
  private static let chunk = 1 << 16

  /// A reader of what `read` gives: at most as many bytes as it is asked for, none at the end.
  ///
  /// - Throws: ``CaptureError`` where it is no capture of a Bluetooth host, and what `read` throws.
  public init(_ read: @escaping (Int) throws -> [UInt8]) throws {
    readMore = read
    // PacketLogger is told by its first records, which may be long.
    var beginning = try read(Self.chunk)
    while beginning.count < Self.chunk {
      let more = try read(Self.chunk - beginning.count)
      if more.isEmpty {
        isAtEnd = true
        break
      }
      beginning += more
    }
    guard !beginning.isEmpty else { throw CaptureError.empty }
    buffer = beginning
    let header = beginning[...]
    if let found = try BtsnoopParser(header: header) {
      (parser, format, position) = (.btsnoop(found), found.format, Btsnoop.headerSize)
    } else if let found = try PcapParser(header: header) {
      (parser, format, position) = (.pcap(found), .pcap, PcapParser.headerSize)
    } else if let found = PcapngParser(beginning: header) {
      (parser, format, position) = (.pcapng(found), .pcapng, 0)
    } else if let found = PacketLoggerParser(beginning: header, isWhole: isAtEnd) {
      (parser, format, position) = (.packetLogger(found), found.format, 0)
    } else {
      throw CaptureError.unknownFormat
    }
    position = min(position, buffer.count)
  }

  /// A reader of bytes in memory.
  public init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    try self.init { count in
      defer { rest = rest.dropFirst(count) }
      return [UInt8](rest.prefix(count))
    }
  }

  /// The comment of the one who made the file, where its format has room for one and it came by already.
  public var comment: String? {
    if case .pcapng(let parser) = parser { parser.comment } else { nil }
  }

  /// Calls `body` with every packet, in order.
  public mutating func forEach(_ body: (CaptureRecord) throws -> Void) throws {
    switch parser {
    case .btsnoop(var own):
      try run(&own, body)
      problems.droppedCount = own.droppedCount
    case .packetLogger(var own): try run(&own, body)
    case .pcap(var own): try run(&own, body)
    case .pcapng(var own):
      defer { parser = .pcapng(own) }
      try run(&own, body)
      try own.checkHasHost()
    }
  }

  private mutating func run(
    _ parser: inout some RecordParser, _ body: (CaptureRecord) throws -> Void
  ) throws {
    while true {
      switch try parser.next(buffer[position...]) {
      case .packet(let record, let size):
        position += size
        problems.recordCount += 1
        if let time = record.time { lastTime = time }
        if record.missingCount > 0 { problems.truncatedCount += 1 }
        try body(record)
      case .other(let name, let size):
        position += size
        if let name { problems.others[name, default: 0] += 1 }
      case .unknown(let name, let size):
        position += size
        problems.unknown[name, default: 0] += 1
      case .malformed(let size):
        position += size
        problems.malformedCount += 1
      case .needs(let count):
        guard try !fill(to: count) else { continue }
        if !skipFalseLength(parser) {
          problems.cutOffByteCount = buffer.count - position
          position = buffer.count
          return
        }
      case .damage:
        try skipDamage(parser)
      }
    }
  }

  /// Goes on to where a record begins again.
  private mutating func skipDamage(_ parser: some RecordParser) throws {
    problems.damagedPlaceCount += 1
    repeat {
      position += 1
      problems.damagedByteCount += 1
      var probe = probe(parser)
      while case .needs(let count) = probe {
        _ = try fill(to: count)
        probe = self.probe(parser)
      }
      if case .record = probe { return }
    } while position < buffer.count
  }

  /// Where the file ends before a record does, the record may be cut off, or its length wrong. In the latter case others follow: goes
  /// on to the next one. `false` where there is none.
  private mutating func skipFalseLength(_ parser: some RecordParser) -> Bool {
    let start = position
    while position + 1 < buffer.count {
      position += 1
      guard case .record = probe(parser) else { continue }
      problems.damagedPlaceCount += 1
      problems.damagedByteCount += position - start
      return true
    }
    position = start
    return false
  }

  private enum Probe {
    case record
    case noRecord
    /// It cannot be told before so many bytes are there.
    case needs(Int)
  }

  /// Whether a record begins here: it looks like one, and what comes behind it does, too.
  private func probe<P: RecordParser>(_ parser: P) -> Probe {
    let bytes = buffer[position...]
    guard bytes.count >= P.lookahead || isAtEnd else { return .needs(P.lookahead) }
    guard let size = parser.plausibleSize(bytes, after: lastTime) else { return .noRecord }
    if parser.isCertain(bytes) { return .record }
    let rest = bytes.from(size)
    if rest.count < P.lookahead {
      guard isAtEnd else { return .needs(size + P.lookahead) }
      return bytes.count == size ? .record : .noRecord
    }
    return parser.plausibleSize(rest, after: lastTime) == nil ? .noRecord : .record
  }

  /// Reads on until `count` bytes are there, or more than there were; `false` at the end.
  private mutating func fill(to count: Int) throws -> Bool {
    guard !isAtEnd else { return false }
    buffer.removeSubrange(..<position)
    position = 0
    let before = buffer.count
    while buffer.count < max(count, before + 1) {
      let more = try readMore(Self.chunk)
      if more.isEmpty {
        isAtEnd = true
        break
      }
      buffer += more
    }
    return buffer.count >= count && buffer.count > before
  }
}

/// What a capture holds that was not read, and what it lacks.
public struct CaptureProblems: Sendable, Hashable {
  /// Packets that were read.
  public var recordCount = 0
  /// Packets of which the log kept a part.
  public var truncatedCount = 0
  /// Records that cannot be what they say.
  public var malformedCount = 0
  /// Bytes at the end that are no whole record.
  public var cutOffByteCount = 0
  /// Places where the file is damaged.
  public var damagedPlaceCount = 0
  /// Bytes that were passed over there.
  public var damagedByteCount = 0
  /// Packets that the logger says it dropped.
  public var droppedCount = 0
  /// Records of known kinds that are no packets, by what they are.
  public var others: [String: Int] = [:]
  /// Records of unknown kinds, by what they are.
  public var unknown: [String: Int] = [:]

  init() {}
}
