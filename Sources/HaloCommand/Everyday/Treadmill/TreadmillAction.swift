import HaloEngine

/// A command for a treadmill.
enum TreadmillAction: Hashable, Sendable {
  /// A command for the belt.
  case belt(ControlLease.Order)
  /// Wait for a number of seconds before the next command.
  case wait(Double)
  /// Stop the belt and exit.
  case quit

  /// The commands that can be written in a line.
  static let help = "start [km/h], speed km/h, incline %, pause, stop, wait seconds, quit"

  /// Parses a command line; `nil` if it is not valid.
  init?(line: String) {
    let words = line.lowercased().split(whereSeparator: \.isWhitespace)
    guard let first = words.first, words.count <= 2 else { return nil }
    let number = words.count == 2 ? Double(words[1]) : nil
    if words.count == 2, number == nil { return nil }
    switch (first, number) {
    case ("start", _): self = .belt(.start(number))
    case ("speed", let number?): self = .belt(.speed(number))
    case ("incline", let number?): self = .belt(.incline(number))
    case ("wait", let number?) where number >= 0 && number <= 86_400: self = .wait(number)
    case ("pause", nil): self = .belt(.pause)
    case ("stop", nil): self = .belt(.stop)
    case ("quit", nil): self = .quit
    default: return nil
    }
  }

  /// The commands of keys.
  static let keys: [String: TreadmillAction] = [
    "s": .belt(.start(nil)), "+": .belt(.faster(0.5)), "=": .belt(.faster(0.5)), "-": .belt(.faster(-0.5)),
    "]": .belt(.steeper(0.5)), "[": .belt(.steeper(-0.5)), "p": .belt(.pause), "space": .belt(.stop), "q": .quit,
    "escape": .quit,
  ]

  /// True if the command runs immediately, before queued ones.
  var isUrgent: Bool { [.belt(.pause), .belt(.stop), .quit].contains(self) }

  /// True if the command starts the belt.
  var isStart: Bool { if case .belt(.start) = self { true } else { false } }
}
