import Foundation
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloTesting
import Testing

@Suite("halo doctor --bundle")
struct DoctorBundleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url.appending(path: "halo"), withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.path(name) }
  private var bundle: String { path("halo-bundle.json") }

  /// Runs halo on a machine without a bus, so that the result is the same on every machine.
  private func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Program.Result {
    try await Program.run(
      arguments,
      environment: [
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus", "HALO_JOURNAL": path("annamaria.sqlite"),
        "XDG_CONFIG_HOME": folder.url.path(), "TZ": "Asia/Shanghai", "HOME": "/home/annamaria",
      ].merging(environment) { $1 })
  }

  /// Returns a part of the bundle by its keys; a number is an index.
  private func part(_ keys: String...) throws -> Any? {
    let data = try Data(contentsOf: URL(filePath: bundle))
    return keys.reduce(try JSONSerialization.jsonObject(with: data)) { (part: Any?, key) in
      Int(key).map { (part as? [Any])?[$0] } ?? (part as? [String: Any])?[key]
    }
  }

  @Test func `is written without a journal, bluetoothd or daemon, and reports what is missing`() async throws {
    let result = try await run(["doctor", "--bundle", bundle])
    #expect(result.status == 0)
    #expect(result.problems == "")
    #expect(result.output.contains("The bundle is \(bundle)."))
    #expect(result.output.contains("\"My device does not work\""))
    #expect(try Schema.problems(in: bundle, by: "doctor-bundle.json") == "")
    #expect(try FileManager.default.attributesOfItem(atPath: bundle)[.posixPermissions] as? Int == 0o600)
    #expect(try part("journal", "problem") as? String == "There is no journal. 'halo pair' creates one.")
    #expect((try part("daemon", "problem") as? String)?.hasPrefix("No daemon is running") == true)
    #expect(try part("configuration", "file") as? String == "none")
    #expect(!FileManager.default.fileExists(atPath: path("annamaria.sqlite")))
    let lines = try String(contentsOfFile: bundle, encoding: .utf8).split(separator: "\n")
    #expect(lines[0] == "{" && lines[1].hasPrefix("  \"about\": ["))
    #expect(lines[2].contains("Read it before you send it."))
  }

  @Test func `is written to halo-bundle.json by default, and overwrites nothing`() async throws {
    #expect(try await run(["doctor", "--bundle", "/nowhere/bundle.json"]).status == 73)
    try Data("mine".utf8).write(to: URL(filePath: bundle))
    let result = try await run(["doctor", "--bundle", bundle])
    #expect(result.status == 73)
    #expect(result.problems.contains("the file already exists and will not be overwritten"))
    #expect(try String(contentsOfFile: bundle, encoding: .utf8) == "mine")
    let help = try await run(["doctor", "--help"])
    #expect(help.output.contains("halo-bundle.json"))
    #expect(try await run(["doctor", bundle]).status == 64)
    #expect(try await run(["doctor", "--json", "--bundle"]).status == 64)
  }

  @Test func `contains no name, address, profile, secret or measured value of a person`() async throws {
    let radio = ["--radio", "simulated", "--now", "2026-11-20T18:15"]
    let named = ["--name", "Annas Zauberring", "--wearer", "Annamaria"]
    #expect(try await run(["pair", "--device", "COLMI R12_0001"] + named + radio).status == 0)
    #expect(try await run(["sync"] + radio).status == 0)
    try Data(
      """
      sync: 45m
      mqtt:
        host: broker.annamaria.example
        username: annamaria
        password: swordfish
        topicPrefix: annashaus
        clientID: annaclient
        tls: {caFile: /home/annamaria/ca.pem}
      hooks:
        new-night: /home/annamaria/bin/night --token swordfish
      """.utf8
    ).write(to: folder.url.appending(path: "halo/settings.yaml"))
    let journal = try Journal(path: path("annamaria.sqlite"))
    let ring = try #require(journal.devices().first)
    let time = Moment(milliseconds: 1_795_200_000_000, secondsFromGMT: 0)
    try await journal.begin("sync", with: ring, at: time, zone: "Asia/Shanghai").end(
      at: time,
      outcome: "Annas Zauberring of annamaria did not answer: COLMI R12_0001, c3_48_9a_10_00_07, \(journal.path), "
        + "/home/annamaria/x")
    #expect(try await run(["doctor", "--bundle", bundle, "--radio", "simulated"]).status == 0)
    #expect(try Schema.problems(in: bundle, by: "doctor-bundle.json") == "")
    let text = try String(contentsOfFile: bundle, encoding: .utf8)
    for telltale in [
      "anna", "zauberring", "C3:48:9A", "C3_48_9A", "c3489a10", "R12_0001", "52315f30303031", "swordfish", "broker",
      "night --token", "ca.pem", "Asia", folder.url.lastPathComponent,
    ] {
      #expect(!text.lowercased().contains(telltale.lowercased()), "\(telltale)")
    }
    #expect(try part("journal", "devices", "0", "model", "model") as? String == "COLMI R12")
    #expect(
      try part("journal", "devices", "0", "sessions", "0", "problem") as? String
        == "DEVICE of WEARER did not answer: DEVICE, ADDRESS, JOURNAL, ~/x")
    let replaced = try #require(part("configuration", "replaced") as? [String])
    #expect(
      replaced == [
        "hooks.new-night", "mqtt.clientID", "mqtt.host", "mqtt.password", "mqtt.tls.caFile", "mqtt.topicPrefix",
        "mqtt.username",
      ])
    #expect(try part("configuration", "values", "sync") as? Int == 2700)
    // The frames are the latest ones of the sync, up to the limit, with replaced values.
    let frames = try #require(part("journal", "devices", "0", "frames", "last") as? [[String: Any]])
    let session = try #require(journal.latestSessions(of: ring, limit: 10).first { $0.frameCount > 0 })
    let real = try journal.lastFrames(ofSession: session.id, limit: 300)
    #expect(frames.count == real.count && real.count > 50)
    #expect(frames.map { $0["characteristic"] as? String } == real.map(\.characteristic.description))
    // Headings and packets with only a date contain no measured value. A single value may by chance be replaced by
    // itself.
    let measured = real.filter { [0x15, 0x37, 0x39, 0x43, 0x48].contains($0.bytes[0]) && $0.direction == .received }
      .filter { $0.bytes[1] != 0 && $0.bytes[1] != 0xF0 && $0.bytes[3..<15].count { $0 != 0 } > 3 }
      .map { $0.bytes.map { String(format: "%02x", $0) }.joined() }
    #expect(measured.count > 10)
    #expect(Set(measured).intersection(frames.compactMap { $0["hex"] as? String }) == [])
  }

  @Test func `replaces the profile in frames that send it to a ring`() async throws {
    let radio = ["--radio", "simulated"]
    #expect(try await run(["pair", "--device", "COLMI R12_0001"] + radio).status == 0)
    let profile = ["--age", "43", "--height", "187", "--weight", "93"]
    #expect(try await run(["settings", "profile"] + profile + radio).status == 0)
    let journal = try Journal(path: path("annamaria.sqlite"))
    let ring = try #require(journal.devices().first)
    let session = try #require(journal.latestSessions(of: ring, limit: 1).first)
    let telltale: [UInt8] = [43, 187, 93]
    let real = try journal.lastFrames(ofSession: session.id, limit: 300)
    #expect(real.contains { frame in frame.bytes.indices.contains { frame.bytes[$0...].starts(with: telltale) } })
    #expect(try await run(["doctor", "--bundle", bundle] + radio).status == 0)
    let frames = try #require(part("journal", "devices", "0", "frames", "last") as? [[String: Any]])
    #expect(frames.contains { ($0["hex"] as? String)?.hasPrefix("0a02") == true })
    #expect(!(try String(contentsOfFile: bundle, encoding: .utf8)).contains("2bbb5d"))
  }

  @Test func `shows only the lengths of frames of a family unknown to this version`() async throws {
    let journal = try Journal(path: path("annamaria.sqlite"))
    let time = try #require(Moment("2026-11-20T18:15:00+08:00"))
    let scale = try journal.pair(
      DeviceID("C3:48:9A:10:00:01"), family: "scale-of-tomorrow", name: "Waage", wearer: "me", at: time)
    let session = try journal.begin("sync", with: scale, at: time, zone: "Asia/Shanghai")
    _ = try await session.record(
      RecordedFrame(
        device: scale.identifier, direction: .received, characteristic: 0x2A9D, bytes: [0xBA, 0xDC, 0x0F],
        time: Date(timeIntervalSince1970: 1_795_200_000), zone: "Asia/Shanghai", secondsFromGMT: 28_800))
    try await session.end(at: time)
    #expect(try await run(["doctor", "--bundle", bundle]).status == 0)
    #expect(try Schema.problems(in: bundle, by: "doctor-bundle.json") == "")
    let frame = try #require(part("journal", "devices", "0", "frames", "last", "0") as? [String: Any])
    #expect(frame["bytes"] as? Int == 3 && frame["hex"] == nil && frame["characteristic"] as? String == "2A9D")
  }

  @Test func `quotes neither an invalid settings file nor a damaged journal`() async throws {
    try Data("mqtt: {host: broker, pasword: swordfish".utf8).write(to: folder.url.appending(path: "halo/settings.yaml"))
    try Data("this is no journal".utf8).write(to: URL(filePath: path("annamaria.sqlite")))
    #expect(try await run(["doctor", "--bundle", bundle]).status == 0)
    #expect(try Schema.problems(in: bundle, by: "doctor-bundle.json") == "")
    #expect(try part("configuration", "file") as? String == "unreadable")
    #expect((try part("journal", "problem") as? String)?.contains("JOURNAL") == true)
    let text = try String(contentsOfFile: bundle, encoding: .utf8)
    for telltale in ["swordfish", "pasword", "annamaria"] { #expect(!text.contains(telltale)) }
  }
}
