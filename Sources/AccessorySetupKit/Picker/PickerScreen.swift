import Foundation
import HaloBluetooth

/// The contents of the terminal picker and its key handling, without input and output.
struct PickerScreen {
  /// The result of a key press.
  enum Outcome: Equatable {
    case chosen(UUID)
    case cancelled
  }

  let kinds: [String]
  private(set) var found: [AccessoryCandidate] = []
  private var selected: UUID?
  private var turns = 0

  init(kinds: [String]) {
    var seen: Set<String> = []
    self.kinds = kinds.filter { seen.insert($0).inserted }
  }

  /// Shows other devices. The selection is kept.
  mutating func show(_ candidates: [AccessoryCandidate]) {
    found = candidates
    if !found.contains(where: { $0.id == selected }) { selected = found.first?.id }
  }

  /// Advances the spinner.
  mutating func turn() { turns += 1 }

  /// Handles the bytes that the terminal sends for one or more keys.
  mutating func press(_ bytes: [UInt8]) -> Outcome? {
    // A terminal sends an escape sequence in one piece. A single ESC is the Escape key.
    if bytes == [0x1B] { return .cancelled }
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == 0x1B, rest.count >= 2, rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") {
        rest.removeFirst()
        switch rest.removeFirst() {
        case UInt8(ascii: "A"): move(by: -1)
        case UInt8(ascii: "B"): move(by: 1)
        default: break
        }
        continue
      }
      switch byte {
      case 0x03, 0x04, UInt8(ascii: "q"): return .cancelled
      case 0x0D, 0x0A: if let selected { return .chosen(selected) }
      case UInt8(ascii: "k"): move(by: -1)
      case UInt8(ascii: "j"): move(by: 1)
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        let index = Int(byte - UInt8(ascii: "1"))
        if found.indices.contains(index) { return .chosen(found[index].id) }
      default: break
      }
    }
    return nil
  }

  private mutating func move(by step: Int) {
    guard let index = found.firstIndex(where: { $0.id == selected }) else { return }
    selected = found[min(max(index + step, 0), found.count - 1)].id
  }

  /// Returns the lines to show, cut to the width.
  func lines(width: Int) -> [String] {
    let what = kinds.map(Self.sanitized).joined(separator: " or ")
    let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"][turns % 10]
    guard !found.isEmpty else {
      return [
        "\(spinner) Looking for \(what). Bring it close. If it is connected to a phone, close the phone's app.",
        "  Escape: cancel",
      ].map { Self.cut($0, width) }
    }
    let rows = found.prefix(9).enumerated().map { index, candidate in
      let mark = candidate.id == selected ? "›" : " "
      let name = Self.sanitized(candidate.name ?? "no name")
      let strength = candidate.rssi.map { "\(Self.bars($0)) \($0) dBm" } ?? "strength unknown"
      let kind = candidate.isCertain ? Self.sanitized(candidate.kind) : "maybe \(Self.sanitized(candidate.kind))"
      return "\(mark) \(index + 1)  \(Self.padded(name, 24))  \(strength)  \(kind)"
    }
    let more = found.count > 9 ? ["     and \(found.count - 9) more"] : []
    return
      (["Which \(what) is yours?"] + rows + more
      + ["\(spinner) ↑ ↓ or a number to choose, Return to confirm, Escape to cancel"]).map { Self.cut($0, width) }
  }

  /// Returns four bars: the first from −90 dBm (barely received), all four from −54 dBm (very close).
  static func bars(_ rssi: Int) -> String {
    let count = [-90, -78, -66, -54].count { rssi >= $0 }
    return String("▂▄▆█".prefix(count)) + String(repeating: "·", count: 4 - count)
  }

  /// Replaces control characters, because an advertised name may contain sequences that move the cursor or change
  /// colors.
  static func sanitized(_ text: String) -> String { VisibleText.replacing(text) { _ in "·" } }

  private static func padded(_ text: String, _ width: Int) -> String {
    text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
  }

  private static func cut(_ text: String, _ width: Int) -> String {
    text.count < width ? text : String(text.prefix(max(width - 2, 1))) + "…"
  }
}
