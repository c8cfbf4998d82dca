extension ClockDifference {
  /// Describes the difference: by how much the clock was off, why, and, if `isStored`, which recorded times are
  /// affected.
  public func words(name: String, isStored: Bool = true) -> Phrase {
    let time = time.wallClock
    let hours = abs(secondsBehind) / 3600
    let minutes = abs(secondsBehind) / 60 % 60
    let difference =
      secondsBehind > 0
      ? Phrase("\(hours) h \(minutes) min behind this computer")
      : Phrase("\(hours) h \(minutes) min ahead of this computer")
    let what =
      switch found.certainty {
      case .certain: Phrase("The clock of \(name) was \(difference): another app had set it to UTC.")
      case .likely:
        Phrase(
          """
          The clock of \(name) was probably \(difference), in UTC, as some apps set it: its newest heart rate was that old. \
          If the device was not worn in that time, its clock was right.
          """)
      case .atLeast: Phrase("The clock of \(name) was at least \(difference).")
      }
    return !isStored
      ? what : Phrase("\(what) Its data from before \("\(time.date) \(time.time)") is marked as doubtful.")
  }

  /// The commands that state that the clock was in UTC, and that it was right; `nil` if no command can help. `options`
  /// are appended.
  public func remedies(name: String, identifier: DeviceID, options: String = "") -> (utc: String, local: String)? {
    guard isFirst, found.certainty != .atLeast else { return nil }
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || " _-.0123456789".unicodeScalars.contains($0)
    }
    let device = isPlain ? "\"\(name)\"" : identifier.text
    func command(_ flag: String) -> String { "halo pair \(flag) --device \(device)\(options)" }
    return (command("--clock-in-utc"), command("--clock-in-local-time"))
  }

  /// The advice to use these commands; `nil` if no command can help.
  public func advice(name: String, identifier: DeviceID, options: String = "") -> Phrase? {
    remedies(name: name, identifier: identifier, options: options).map { utc, local in
      Phrase("If it was in UTC, correct these times with '\(utc)'. If it was right, confirm them with '\(local)'.")
    }
  }
}
