/// Reads a capture from start to end, in constant memory.
///
/// Damaged, truncated or unknown records are counted in ``problems`` and skipped; they never end the reading.
public struct CaptureReader {
  /// The file format.
  public let format: CaptureFormat
  /// The problems found up to now.
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

  /// The size of a read, small enough to reuse memory instead of mapping new pages each time.
  private static let chunk = 1 << 16

  /// Creates a reader. `read` returns at most the requested number of bytes, and an empty array at the end.
  ///
  /// - Throws: ``CaptureError`` if this is not a capture of a Bluetooth host, and errors of `read`.
  public init(_ read: @escaping (Int) throws -> [UInt8]) throws {
    readMore = read
    // PacketLogger has no header; its first records, which may be long, identify it.
    buffer = []
    isAtEnd = try !Self.fill(&buffer, to: Self.chunk, read)
    guard !buffer.isEmpty else { throw CaptureError.empty }
    let header = buffer[...]
    if let found = try BtsnoopParser(header: header) {
      parser = .btsnoop(found)
      format = found.format
      position = Btsnoop.headerSize
    } else if let found = try PcapParser(header: header) {
      parser = .pcap(found)
      format = .pcap
      position = PcapParser.headerSize
    } else if let found = PcapngParser(beginning: header) {
      parser = .pcapng(found)
      format = .pcapng
      position = 0
    } else if let found = PacketLoggerParser(beginning: header, isWhole: isAtEnd) {
      parser = .packetLogger(found)
      format = found.format
      position = 0
    } else {
      throw CaptureError.unknownFormat
    }
    position = min(position, buffer.count)
  }

  /// Creates a reader of bytes in memory.
  public init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    try self.init { count in
      defer { rest = rest.dropFirst(count) }
      return [UInt8](rest.prefix(count))
    }
  }

  /// The author's comment, if the format has one and it has already been read.
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
        if !skipWrongLength(parser) {
          problems.cutOffByteCount = buffer.count - position
          position = buffer.count
          return
        }
      case .damage:
        try skipDamage(parser)
      }
    }
  }

  /// Skips to the start of the next plausible record.
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

  /// If the file ends before a record does, the record is truncated or its length is wrong. In the latter case other
  /// records follow: skips to the next one. Returns `false` if no record follows.
  private mutating func skipWrongLength(_ parser: some RecordParser) -> Bool {
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
    /// At least this many bytes are needed to decide.
    case needs(Int)
  }

  /// Returns whether a record begins here: it must look like one, and so must the bytes after it.
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

  /// Reads until the buffer has at least `count` bytes or has grown; `false` at the end of the file.
  private mutating func fill(to count: Int) throws -> Bool {
    guard !isAtEnd else { return false }
    buffer.removeSubrange(..<position)
    position = 0
    let before = buffer.count
    isAtEnd = try !Self.fill(&buffer, to: max(count, before + 1), readMore)
    return buffer.count >= count && buffer.count > before
  }

  /// Reads until there are at least `count` bytes; `false` at the end of the file.
  private static func fill(_ buffer: inout [UInt8], to count: Int, _ read: (Int) throws -> [UInt8]) throws -> Bool {
    while buffer.count < count {
      let more = try read(chunk)
      if more.isEmpty { return false }
      buffer += more
    }
    return true
  }
}

/// Statistics on the records that were not read or are incomplete.
public struct CaptureProblems: Sendable, Hashable {
  /// The number of packets read.
  public var recordCount = 0
  /// The number of packets that the log truncated.
  public var truncatedCount = 0
  /// The number of records with impossible content.
  public var malformedCount = 0
  /// The number of bytes of an incomplete record at the end.
  public var cutOffByteCount = 0
  /// The number of places where the file is damaged.
  public var damagedPlaceCount = 0
  /// The number of bytes skipped at damaged places.
  public var damagedByteCount = 0
  /// The number of packets that the logger reports as dropped.
  public var droppedCount = 0
  /// Numbers of records of known kinds that are not packets, by kind.
  public var others: [String: Int] = [:]
  /// Numbers of records of unknown kinds, by kind.
  public var unknown: [String: Int] = [:]
}
