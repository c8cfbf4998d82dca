import HaloEngine

/// What a person wants of a treadmill.
enum TreadmillOrder: Hashable, Sendable {
  /// One for the belt.
  case belt(ControlLease.Order)
  /// Wait so many seconds before the next order.
  case wait(Double)
  /// Stop the belt and leave.
  case quit

  /// The words of the orders that stand in a line.
  static let help = "start [km/h], speed km/h, incline %, pause, stop, wait seconds, quit"

  /// An order as it is written; `nil` where it is none.
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

  /// An order as a key gives it; `nil` for keys that do nothing.
  init?(key: String) {
    switch key {
    case "s": self = .belt(.start(nil))
    case "+", "=": self = .belt(.faster(0.5))
    case "-": self = .belt(.faster(-0.5))
    case "]": self = .belt(.steeper(0.5))
    case "[": self = .belt(.steeper(-0.5))
    case "p": self = .belt(.pause)
    case "space": self = .belt(.stop)
    case "q", "escape": self = .quit
    default: return nil
    }
  }

  /// Whether it is done at once, whatever else is under way.
  var isUrgent: Bool { [.belt(.pause), .belt(.stop), .quit].contains(self) }

  /// Whether it sets the belt in motion.
  var isStart: Bool { if case .belt(.start) = self { true } else { false } }
}
