/// A command to run: a text is a line for `/bin/sh`, a list a program and its arguments.
public enum HookCommand: Codable, Sendable, Hashable {
  /// A line for `/bin/sh -c`.
  case line(String)
  /// A program, looked for on `PATH`, and its arguments.
  case program([String])

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

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .line(let line): try container.encode(line)
    case .program(let list): try container.encode(list)
    }
  }

  /// What is given to the system.
  var arguments: [String] {
    switch self {
    case .line(let line): ["/bin/sh", "-c", line]
    case .program(let list): list
    }
  }
}
