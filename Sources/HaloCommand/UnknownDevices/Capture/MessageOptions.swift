import HaloCaptures

/// Options that join frames into the messages that were split to fit into packets.
struct MessageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Join frames into messages. A frame that begins with these bytes, in hexadecimal, starts a message, and the \
      next frames continue it.
      """, valueName: "bytes"))
  var messageStart: HexBytes?

  @Option(
    help: ArgumentHelp(
      """
      Each frame begins with a header of this many bytes, which joining removes from all but a message's first frame. \
      Its last byte numbers the frames, the others are the same in all frames of a message.
      """, valueName: "count"))
  var messageHeader: Int?

  @Option(
    help: ArgumentHelp(
      """
      The bytes of a message that hold its length, such as 2, or 2-3 (2-3be if the high byte comes first). 2+5 if the \
      message has 5 more bytes than that.
      """, valueName: "bytes"))
  var messageLengthAt: MessageLength?

  @Option(help: ArgumentHelp("The bytes with which each message ends, in hexadecimal.", valueName: "bytes"))
  var messageEnd: HexBytes?

  /// The rule that joins frames; `nil` if frames are messages.
  var joining: MessageJoining? {
    guard messageStart != nil || messageHeader != nil || messageLengthAt != nil || messageEnd != nil else { return nil }
    var joining = MessageJoining(start: messageStart?.bytes ?? [])
    joining.headerLength = messageHeader ?? 0
    joining.length = messageLengthAt?.field
    joining.end = messageEnd?.bytes ?? []
    return joining
  }

  func validate() throws {
    if let messageHeader, !(1...16).contains(messageHeader) {
      throw ValidationError(Phrase("--message-header is a number from 1 to 16."))
    }
    try refuse(
      "Pass only one of --message-length-at and --message-end.", if: messageLengthAt != nil && messageEnd != nil)
  }
}

/// The field that holds a message's length: `2`, `2-3`, `2-3be`, `2+5`.
struct MessageLength: ExpressibleByArgument {
  let field: LengthFinding

  init?(argument: String) {
    let sum = argument.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    let isBigEndian = sum[0].hasSuffix("be")
    let ends = sum[0].dropLast(isBigEndian ? 2 : 0).split(separator: "-", omittingEmptySubsequences: false)
      .map { Int($0) ?? -1 }
    guard (1...2).contains(ends.count), let first = ends.first, let last = ends.last, (0..<512).contains(first),
      (first...first + 3).contains(last), let more = sum.count == 2 ? Int(sum[1]) : 0, (-512...512).contains(more)
    else { return nil }
    field = LengthFinding(
      offset: first, format: NumberFormat(width: last - first + 1, isBigEndian: isBigEndian), uncounted: more)
  }
}

/// Bytes in hexadecimal, such as `55aa` or `55 AA`.
struct HexBytes: ExpressibleByArgument {
  let bytes: [UInt8]

  init?(argument: String) {
    let digits = [Character](argument.filter { !$0.isWhitespace && $0 != ":" })
    guard !digits.isEmpty, digits.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit) else { return nil }
    bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    guard bytes.count * 2 == digits.count else { return nil }
  }
}
