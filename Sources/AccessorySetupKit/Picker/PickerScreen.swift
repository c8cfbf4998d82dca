#if !canImport(Darwin)
  import Foundation

  /// What the picker in a terminal shows, and what keys do to it. It neither reads nor writes.
  struct PickerScreen {
    /// What a key came to.
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

    /// Shows other devices. What was selected stays selected.
    mutating func show(_ candidates: [AccessoryCandidate]) {
      found = candidates
      if !found.contains(where: { $0.id == selected }) { selected = found.first?.id }
    }

    /// Something goes on.
    mutating func turn() { turns += 1 }

    /// Takes what the terminal sends for one or more keys.
    mutating func press(_ bytes: [UInt8]) -> Outcome? {
      // A terminal sends what begins with ESC in one piece; alone it is the key itself.
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
          let place = Int(byte - UInt8(ascii: "1"))
          if found.indices.contains(place) { return .chosen(found[place].id) }
        default: break
        }
      }
      return nil
    }

    private mutating func move(by step: Int) {
      guard let place = found.firstIndex(where: { $0.id == selected }) else { return }
      selected = found[min(max(place + step, 0), found.count - 1)].id
    }

    /// What is shown, in lines that fit.
    func lines(width: Int) -> [String] {
      let what = kinds.map(Self.harmless).joined(separator: " or ")
      let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"][turns % 10]
      guard !found.isEmpty else {
        return [
          "\(spinner) Looking for \(what). Bring it close; if a phone has it, close that phone's app.",
          "  Escape: none",
        ].map { Self.cut($0, width) }
      }
      let rows = found.prefix(9).enumerated().map { index, candidate in
        let mark = candidate.id == selected ? "›" : " "
        let name = Self.harmless(candidate.name ?? "without a name")
        let strength = candidate.rssi.map { "\(Self.bars($0)) \($0) dBm" } ?? "strength unknown"
        let kind = candidate.isCertain ? Self.harmless(candidate.kind) : "perhaps \(Self.harmless(candidate.kind))"
        return "\(mark) \(index + 1)  \(Self.padded(name, 24))  \(strength)  \(kind)"
      }
      let more = found.count > 9 ? ["     and \(found.count - 9) more"] : []
      return
        (["Which \(what) is yours?"] + rows + more
        + ["\(spinner) ↑ ↓ or a number to choose, Return to take it, Escape for none"]).map { Self.cut($0, width) }
    }

    /// Four bars from −90 dBm, which is hardly heard, to −50, which lies beside.
    static func bars(_ rssi: Int) -> String {
      let count = [-90, -78, -66, -54].count { rssi >= $0 }
      return String("▂▄▆█".prefix(count)) + String(repeating: "·", count: 4 - count)
    }

    /// A name from the air may hold anything; what would move a cursor or change colours is not shown.
    static func harmless(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: "·"
            default: scalar
            }
          }))
    }

    private static func padded(_ text: String, _ width: Int) -> String {
      text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
    }

    private static func cut(_ text: String, _ width: Int) -> String {
      text.count < width ? text : String(text.prefix(max(width - 2, 1))) + "…"
    }
  }
#endif
