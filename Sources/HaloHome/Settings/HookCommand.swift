/// A command to run: a text is a `/bin/sh` command line; a list is a program and its arguments.
public enum HookCommand: Codable, Sendable, Hashable {
  /// A line for `/bin/sh -c`.
  case line(String)
  /// A program, found on `PATH`, and its arguments.
  case program([String])

  /// Decodes a text or a list that is not empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let list = try? container.decode([String].self) {
      guard let program = list.first, !program.isEmpty else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "an empty list")
      }
      self = .program(list)
    } else {
      let line = try container.decode(String.self)
      guard line.contains(where: { !$0.isWhitespace }) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "an empty line")
      }
      self = .line(line)
    }
  }

  /// Encodes a text or a list.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .line(let line): try container.encode(line)
    case .program(let list): try container.encode(list)
    }
  }

  /// The arguments for the system, beginning with the program.
  var arguments: [String] {
    switch self {
    case .line(let line): ["/bin/sh", "-c", line]
    case .program(let list): list
    }
  }
}
