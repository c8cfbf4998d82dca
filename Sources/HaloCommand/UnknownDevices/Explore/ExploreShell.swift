/// Runs commands from a terminal or from lines of text.
struct ExploreShell: Sendable {
  let explorer: Explorer

  /// Runs all lines. If a command fails, prints the error and continues with the next line.
  ///
  /// - Returns: The number of failed commands.
  func run(
    lines: AsyncStream<String>, say: (String) -> Void = { StandardError.report("\($0)") }
  ) async throws -> Int {
    var problems = 0
    var isEmpty = true
    for await line in lines {
      isEmpty = false
      switch try await perform(line, say: say) {
      case .done: break
      case .notDone: problems += 1
      case .quit: return problems
      }
    }
    try Task.checkCancellation()
    if isEmpty {
      say(Phrase("Standard input had no commands. 'help' lists them; --list shows what the device has.").text)
    }
    return problems
  }

  /// Runs typed commands until the user quits.
  func run(on screen: ExploreScreen) async throws {
    try await Keys.readingBytes { keys in
      screen.begin()
      defer { screen.pause() }
      for await bytes in keys {
        for event in screen.receive(bytes, complete: { complete($0) }) {
          switch event {
          case .end: return
          case .line(let line):
            if try await perform(line, say: { screen.print($0) }) == .quit { return }
            screen.begin()
          case .choices, .bell, .clear: break
          }
        }
      }
      try Task.checkCancellation()
    }
  }

  private enum Outcome {
    case done, notDone, quit
  }

  private func perform(_ line: String, say: (String) -> Void) async throws -> Outcome {
    let (wasAsked, question) = explorer.unknown.confirmed(by: line)
    if wasAsked, question == nil {
      say(Phrase("Not written.").text)
      return .notDone
    }
    do {
      guard let order = try question ?? ExploreAction(line: line) else { return .done }
      if order == .quit { return .quit }
      do { try await explorer.perform(order) } catch let error as WriteRefusal {
        say((explorer.unknown.question(about: error, of: order) ?? error.advice).text)
        return .notDone
      }
      return .done
    } catch let error as ExploreAction.Problem {
      say(error.words)
    } catch let error as AttributeNames.Problem {
      say(VisibleText.printable(error.phrase.text))
    } catch let error as BluetoothError where error.isAttributeError {
      say(VisibleText.printable("\(error)"))
    }
    return .notDone
  }

  /// Returns the completions of the last word.
  func complete(_ text: String) -> [String] {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let typed = parts.last ?? ""
    let before = parts.dropLast().filter { !$0.isEmpty }
    guard let command = before.first else { return ExploreAction.words.filter { $0.hasPrefix(typed.lowercased()) } }
    let wanted: Characteristic.Properties
    switch command.lowercased() {
    case "read": wanted = .read
    case "write": wanted = [.write, .writeWithoutResponse]
    case "subscribe", "sub", "unsubscribe", "unsub": wanted = [.notify, .indicate]
    default: return []
    }
    guard before.count == 1 else {
      return command == "write" && typed.hasPrefix("-")
        ? ["--with-response", "--without-response"].filter { $0.hasPrefix(typed) } : []
    }
    let words = explorer.names.words(short: typed.isEmpty) { !$0.properties.isDisjoint(with: wanted) }
    return words.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
  }
}
