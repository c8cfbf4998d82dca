import HaloHealth
import HaloReports
import HaloTesting
import Testing

// prose:allow-file German output
@Suite("German")
struct GermanCommandTests {
  /// A command and its expected output.
  struct Case: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    /// A part of the German output.
    let german: String
    /// The same part in English.
    let english: String
    var input = ""
    var testDescription: String { "halo \(arguments.joined(separator: " "))" }

    init(_ command: String, _ german: String, _ english: String, input: String = "") {
      arguments = command.split(separator: " ").map(String.init)
      (self.german, self.english, self.input) = (german, english, input)
    }
  }

  static let cases: [Case] = [
    Case("sync --seconds 0", "--seconds muss zwischen 1 und 600 liegen.", "--seconds must be 1 to 600."),
    Case(
      "scan --name Nothing", "In 5 s wurde kein Gerät gefunden mit: Name mit ‚Nothing‘.", "no device was found in 5 s"),
    Case("info --device Missing", "andere Geräte gefunden.", "other devices."),
    Case("today", "Es gibt kein Journal", "there is no journal"),
    Case("heart --days 0", "--days muss zwischen 1 und 3660 liegen.", "--days must be 1 to 3660."),
    Case("treadmill --scene gym --speed 5", "--speed startet das Band.", "--speed starts the belt."),
    Case("alarm --scene watch", "Die Unterstützung beruht nur auf Dokumenten", "Support is based on documents only"),
    Case("settings", "Ziel: Schritte", "goal: steps"),
    Case("profile --step-goal 9000", "9.000 pro Tag", "9,000 per day"),
    Case("pair", "ist gekoppelt, getragen von", "is paired, worn by"),
    Case("prune", "Das löscht Rohdaten endgültig.", "This permanently removes raw readings."),
    Case("info", "Kennung", "identifier"),
    Case("decode --device colmi-ring zz", "‚z‘ ist keine hexadezimale Ziffer", "'z' is not a hexadecimal digit"),
    Case("daemon status", "Es läuft kein Daemon", "no daemon is running"),
    Case("bridge heart-rate --for 0", "--for muss mindestens eine Sekunde sein.", "--for must be one second or more."),
    Case("doctor FILE", "Eine Datei erfordert --bundle", "A file requires --bundle"),
    Case("verify-ring --submit --keep-values", "Lass --keep-values weg.", "Leave out --keep-values."),
    Case("identify", "Seine Ankündigung weist es aus.", "Its advertisement identifies it."),
    Case("capture show FILE --json --csv", "Wähle --json oder --csv.", "Pass only one of --json and --csv."),
    Case(
      "analyze beats - --ppg p --rate 50", "kein Wert: das Signal ist konstant", "no value: the signal is constant",
      input: "p\n" + String(repeating: "1\n", count: 500)),
  ]

  /// Words that are common in English sentences and are not German words.
  private static let englishWords = Set(
    """
    the is of and not with no it are this that for from to has there which its than you your what or by on at be can cannot
    """.split(separator: " ").map(String.init))

  @Test(arguments: cases)
  func `prints only German sentences if asked to`(_ command: Case) async throws {
    let folder = try TemporaryFolder()
    let environment = ["HALO_JOURNAL": folder.path("journal.sqlite"), "HALO_RADIO": "simulated"]
    func text(_ language: String) async throws -> String {
      let result = try await Program.run(
        command.arguments + ["--lang", language], input: command.input, environment: environment)
      // ArgumentParser prints usage messages in English.
      return (result.output + result.problems).split(separator: "\n").map(String.init)
        .filter { line in !["Help:", "Usage:", "  See "].contains { line.hasPrefix($0) } }.joined(separator: "\n")
    }
    let english = try await text("en")
    #expect(english.contains(command.english), "\(english)")
    let german = try await text("de")
    #expect(german.contains(command.german), "\(german)")
    expectNoEnglish(in: german)
  }

  @Test func `shows a synced journal only in German, at any width`() async throws {
    let folder = try TemporaryFolder()
    func run(_ command: String, width: Int = 80) async throws -> Program.Result {
      try await Program.run(
        command.split(separator: " ").map(String.init) + ["--lang", "de"],
        environment: [
          "HALO_JOURNAL": folder.path("journal.sqlite"), "HALO_RADIO": "simulated", "COLUMNS": "\(width)",
        ])
    }
    #expect(try await run("pair --now 2026-11-20T08:00").status == 0)
    #expect(try await run("sync --days 7 --now 2026-11-20T09:00").status == 0)
    let days = ["today", "week", "month", "year", "sleep", "heart", "steps", "insights", "day 2026-11-19"]
    let explained = MetricName.all.map { metric in
      let time = metric.subject(on: CalendarDate(year: 2026, month: 11, day: 19)!) == nil ? "T08:15" : ""
      return "explain \(metric.name) 2026-11-19\(time)"
    }
    for command in days + ["battery --now 2026-11-20T10:00", "status", "devices"] + explained {
      for width in [30, 80] {
        let result = try await run(command, width: width)
        // Status 65: a ring does not measure everything, and its simulated week is too short for some computed values.
        #expect([0, 65].contains(result.status), "\(command): \(result.problems)")
        expectNoEnglish(in: result.output + result.problems)
      }
    }
  }

  private func expectNoEnglish(in german: String) {
    // Commands, options, paths, bytes and the names of algorithms are the same in every language.
    let same = /'[^']*'|‚[^‘]*‘|halo explain \S+( \S+)?|--[a-z-]+|\/\S+|( [0-9a-f]{2})+$|[a-z]+(-[a-z]+)+/
    let words = german.replacing(same.anchorsMatchLineEndings(), with: "").lowercased()
      .split { !$0.isLetter }.map(String.init)
    #expect(Self.englishWords.isDisjoint(with: words), "\(Self.englishWords.intersection(words)) in: \(german)")
  }
}
