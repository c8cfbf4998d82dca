/// What a person wants of a treadmill.
enum TreadmillOrder: Hashable, Sendable {
  /// Start, or go on; at that speed in km/h where one is given.
  case start(Double?)
  /// Bring the belt to that speed in km/h.
  case speed(Double)
  /// Make the belt so many km/h faster or slower.
  case faster(Double)
  /// Bring the belt to that inclination in per cent.
  case incline(Double)
  /// Make it so many per cent steeper.
  case steeper(Double)
  /// Wait so many seconds before the next order.
  case wait(Double)
  case pause
  case stop
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
    case ("start", _): self = .start(number)
    case ("speed", let number?): self = .speed(number)
    case ("incline", let number?): self = .incline(number)
    case ("wait", let number?) where number >= 0 && number <= 86_400: self = .wait(number)
    case ("pause", nil): self = .pause
    case ("stop", nil): self = .stop
    case ("quit", nil): self = .quit
    default: return nil
    }
  }

  /// An order as a key gives it; `nil` for keys that do nothing.
  init?(key: String) {
    switch key {
    case "s": self = .start(nil)
    case "+", "=": self = .faster(0.5)
    case "-": self = .faster(-0.5)
    case "]": self = .steeper(0.5)
    case "[": self = .steeper(-0.5)
    case "p": self = .pause
    case "space": self = .stop
    case "q", "escape": self = .quit
    default: return nil
    }
  }

  /// Whether it is done at once, whatever else is under way.
  var isUrgent: Bool { [.pause, .stop, .quit].contains(self) }
}
