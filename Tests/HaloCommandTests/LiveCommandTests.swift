import Foundation
import Testing

@Suite("halo live, raw, settings and find on the simulated radio")
struct LiveCommandTests {
  private let radio = ["--radio", "simulated", "--now", "2026-11-20T10:16", "--speed", "0"]

  private func objects(_ result: Program.Result) throws -> [[String: Any]] {
    try result.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `a live measurement warms up without a value, then has values and beats`() async throws {
    let result = try await Program.run(["live", "heart-rate", "--for", "40", "--json"] + radio)
    #expect(result.status == 0)
    let readings = try objects(result)
    #expect(readings.first?["state"] as? String == "warmingUp")
    #expect(readings.allSatisfy { ($0["value"] != nil) == ($0["state"] as? String == "ok") })
    #expect(readings.contains { $0["beatIntervalMilliseconds"] != nil && $0["value"] == nil })
    #expect(readings.count { $0["state"] as? String == "ok" } > 20)
  }

  @Test func `prints a summary at the end of a live measurement`() async throws {
    let result = try await Program.run(["live", "stress", "--for", "40"] + radio)
    #expect(result.status == 0)
    #expect(
      result.lines.first?.hasPrefix("Warming up, ") == true && result.lines.first?.hasSuffix(" s of about 30") == true)
    #expect(result.lines.last?.hasPrefix("stress: 33 to 33 of 100, 33 on average, from") == true)
  }

  @Test func `a measurement too short for a value gives advice, with status 65`() async throws {
    let result = try await Program.run(["live", "hrv", "--for", "20"] + radio)
    #expect(result.status == 65)
    #expect(result.problems.contains("No value in ") && result.problems.contains("Measure longer"))
  }

  @Test func `in a file, the warm-up time is written every few seconds, and no beats before a value`() async throws {
    let lines = try await Program.run(["live", "heart-rate", "--for", "40"] + radio).lines
    let warmUp = lines.filter { $0.hasPrefix("Warming up, ") }
    #expect((3...7).contains(warmUp.count), "\(warmUp)")
    #expect(warmUp.allSatisfy { !$0.contains("between beats") })
    #expect(lines.contains { $0.contains("bpm") && $0.contains("between beats") })
  }

  @Test func `Control-C before the first value reports no value and gives advice`() throws {
    let process = Program.process(["live", "heart-rate", "--radio", "simulated", "--speed", "1"])
    let (output, problems) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = problems
    try process.run()
    var text = ""
    while !text.contains("Warming up") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let errors = String(decoding: try problems.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(errors.contains("No value in ") && errors.contains("Measure longer"), "\(errors)")
  }

  @Test func `Control-C ends a measurement with a summary`() throws {
    let process = Program.process(["live", "heart-rate", "--radio", "simulated", "--speed", "60"])
    let (output, problems) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = problems
    try process.run()
    var text = ""
    while !text.contains("bpm"), let data = try output.fileHandleForReading.read(upToCount: 256) {
      text += String(decoding: data, as: UTF8.self)
    }
    process.interrupt()
    text += String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(text.contains("on average, from"))
    let errors = String(decoding: try problems.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(errors.contains("stopping. Press Control-C again to end immediately."))
  }

  @Test func `raw readings are written to a new CSV file, and the actual rates are printed`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    let arguments = ["raw", "--ppg", "--accelerometer", "--for", "20", "--output", file.path()] + radio
    let result = try await Program.run(arguments)
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(result.problems.contains("ppg: ") && result.problems.contains(" Hz"))
    #expect(!result.problems.contains("redLight"))
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.first?.joined(separator: ",") == "time,seconds,sensor,raw,maximum,minimum,x,y,z,marker")
    #expect(rows.count > 35)
    for row in rows.dropFirst() {
      #expect(row.count == 10)
      #expect(row[0].hasPrefix("2026-11-20T10:16:"))
      let isLight = row[2] == "ppg"
      #expect(Double(row[1]) != nil && (Int(row[3]) != nil) == isLight && (Double(row[6]) != nil) == !isLight)
    }
    let mode = try FileManager.default.attributesOfItem(atPath: file.path())[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let again = try await Program.run(arguments)
    #expect(again.status == 74)
    #expect(again.problems.contains("the file already exists and will not be overwritten"))
  }

  @Test func `prints raw readings as JSON lines`() async throws {
    let readings = try objects(try await Program.run(["raw", "--for", "5", "--format", "jsonl"] + radio))
    #expect(Set(readings.compactMap { $0["sensor"] as? String }) == ["ppg", "redLight", "accelerometer"])
  }

  @Test func `settings are shown, changed and read back`() async throws {
    let all = try await Program.run(["settings"] + radio)
    #expect(all.status == 0)
    #expect(all.output.contains("heart rate              every 5 minutes"))
    let shown = try #require(try objects(try await Program.run(["settings", "show", "--json"] + radio)).first)
    #expect((shown["goals"] as? [String: Any])?["steps"] as? Int == 5000)
    let measure = try await Program.run(["settings", "measure", "heart-rate", "--every", "10"] + radio)
    #expect(measure.output == "heart rate: every 10 minutes\n")
    #expect(try await Program.run(["settings", "measure", "spo2", "--off"] + radio).output == "SpO₂: off\n")
    let unknown = try await Program.run(["settings", "measure", "temperature", "--on"] + radio)
    #expect(unknown.status == 69)
    #expect(unknown.problems.contains("does not support 'skin temperature'"))
    #expect(try await Program.run(["settings", "measure", "spo2", "--every", "10"] + radio).status == 64)
    #expect(
      try await Program.run(["settings", "goals", "--steps", "9000"] + radio).output.contains("goal: steps: 9,000"))
    let profile = try await Program.run(["settings", "profile", "--age", "34", "--gender", "female"] + radio)
    #expect(profile.output.contains("wearer: female, 34 years"))
    #expect(try await Program.run(["settings", "clock"] + radio).output.contains("was set to 2026-11-20T10:16"))
  }

  @Test func `find makes a ring blink; irreversible actions require confirmation`() async throws {
    #expect(try await Program.run(["find"] + radio).output.contains("is blinking for about ten seconds"))
    for (command, name) in [("power-off", "power-off"), ("factory-reset", "factory reset")] {
      #expect(try await Program.run([command] + radio).status == 64)
      let result = try await Program.run([command, "--yes"] + radio)
      #expect(result.status == 0)
      #expect(result.output.contains("received the \(name) command"))
    }
  }

  @Test func `syncs the same week over a bad link as over a good one`() async throws {
    func days(_ scene: String) async throws -> NSArray? {
      let result = try await Program.run(["sync", "--json", "--scene", scene, "--days", "7"] + radio)
      #expect(result.status == 0)
      return try objects(result).first?["days"].map { days in
        // The frames differ, and so do the values' sources.
        (days as? [[String: Any]] ?? []).map { day in (day["movement"] as? [String: Any])?["steps"] ?? 0 } as NSArray
      }
    }
    #expect(try await days("bad-link") == days("rings"))
  }
}
