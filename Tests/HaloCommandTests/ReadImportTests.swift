import Foundation
import HaloTesting
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import HaloCommand
@testable import HaloDashboard
import HaloHealth
import HaloJournal
import HaloText

/// The process that reads files for the page, and the end of the programs with temporary files of others' data.
@Suite("halo read-import")
struct ReadImportTests {
  /// Heart rates of a watch, every five minutes.
  private static func file(_ count: Int) -> Data {
    var text = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep\n"
    let start = Moment(milliseconds: 1_500_000_000_000, secondsFromGMT: 0)
    for place in 0..<count {
      text += "\(start + .minutes(5 * place)),,heart-rate,\(50 + place % 60),bpm,log,Watch,watch,Ada,0,\n"
    }
    return Data(text.utf8)
  }

  /// A file that takes seconds to read.
  private static let large = file(150_000)

  /// A journal, and a file to import.
  private struct Fixture {
    let folder: TemporaryFolder
    var journal: String { folder.path("journal.sqlite") }

    init(_ file: Data) throws {
      folder = try TemporaryFolder()
      try #require(try Journal(path: folder.path("journal.sqlite")).importRuns().isEmpty)
      try file.write(to: folder.url.appending(path: "watch.csv"))
    }

    func order(_ task: ImportOrder.Task) throws -> [UInt8] {
      let now = Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000), secondsFromGMT: 0)
      return [UInt8](try JSONEncoder().encode(ImportOrder(task: task, language: .english, now: now, released: nil)))
    }

    var read: [UInt8] {
      get throws { try order(.read(path: folder.path("watch.csv"), name: "watch.csv", wearer: "Ada", id: "7")) }
    }

    func start() throws -> ImportChild { try ImportChild(Program.url.path(), journal: journal) }

    /// The temporary files of imports.
    var leftovers: [String] {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).filter { $0.contains("halo-part") }
      }
    }

    /// Waits until `isTrue`, at most half a minute.
    func wait(_ isTrue: () throws -> Bool) async throws {
      let end = ContinuousClock.now + .seconds(30)
      while try !isTrue() {
        try #require(ContinuousClock.now < end)
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  /// The processes that read files for this process or for a process of its own, and their program's name.
  private static func readers(of parent: Int32 = getpid()) throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name -> Int32? in
      guard let process = Int32(name), let facts = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let arguments = try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)
      else { return nil }
      let fields = facts.split(separator: ")").last?.split(separator: " ") ?? []
      return fields.count > 1 && Int32(fields[1]) == parent && arguments.contains("read-import") ? process : nil
    }
  }

  @Test func `a file is previewed and imported by the same process`() async throws {
    let fixture = try Fixture(Self.file(100))
    let child = try fixture.start()
    let preview = try JSONDecoder().decode(
      ImportAnswer.self, from: Data(try await child.ask(fixture.read, within: .seconds(60))))
    #expect(preview.preview?.new == 100, "\(preview)")
    #expect(try fixture.leftovers.count == 1)
    _ = try await child.ask(fixture.order(.keep), within: .seconds(60))
    #expect(try Journal(path: fixture.journal).importRuns().map(\.file) == ["watch.csv"])
    await child.end()
    #expect(try fixture.leftovers == [])
  }

  #if os(Linux)
    @Test(arguments: [SIGILL, SIGKILL, SIGXCPU])
    func `a process that dies of a file leaves no file behind`(_ signal: Int32) async throws {
      let fixture = try Fixture(Self.large)
      let child = try fixture.start()
      let asking = Task { try await child.ask(fixture.read, within: .seconds(60)) }
      // The process of this test: others run at the same time.
      try await fixture.wait { try !fixture.leftovers.isEmpty }
      let process = try #require(
        try Self.readers().first {
          try String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8).contains(fixture.journal)
        })
      kill(process, signal)
      let end: ImportProcessEnd = signal == SIGXCPU ? .tooSlow : .unexpected("signal \(signal)")
      await #expect(throws: end) { try await asking.value }
      #expect(try fixture.leftovers == [])
      #expect(try Journal(path: fixture.journal).importRuns().isEmpty)
    }
  #endif

  @Test func `a process that takes too long is ended, and so is one whose request was canceled`() async throws {
    let fixture = try Fixture(Self.large)
    let slow = try fixture.start()
    await #expect(throws: ImportProcessEnd.tooSlow) { try await slow.ask(fixture.read, within: .milliseconds(500)) }
    #expect(try fixture.leftovers == [])
    let child = try fixture.start()
    let asking = Task { try await child.ask(fixture.read, within: .seconds(60)) }
    try await fixture.wait { try !fixture.leftovers.isEmpty }
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(try fixture.leftovers == [])
  }

  @Test func `a process whose page does not need it any more removes its files`() async throws {
    let fixture = try Fixture(Self.file(100))
    var child: ImportChild? = try fixture.start()
    _ = try await child?.ask(fixture.read, within: .seconds(60))
    #expect(try fixture.leftovers.count == 1)
    child = nil
    try await fixture.wait { try fixture.leftovers.isEmpty }
  }

  @Test func `a journal that was moved is not created again`() async throws {
    let fixture = try Fixture(Self.file(1))
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: fixture.journal + ending) }
    let answer = try await fixture.start().ask(fixture.read, within: .seconds(60))
    #expect(try JSONDecoder().decode(ImportAnswer.self, from: Data(answer)).error?.code == "journal")
    #expect(!FileManager.default.fileExists(atPath: fixture.journal))
  }

  #if Dashboard && os(Linux)
    /// A browser that is signed in to `halo serve`.
    private struct Browser: Sendable {
      let base: String
      private let session = URLSession(configuration: .ephemeral)

      init(_ link: Substring) async throws {
        let parts = link.components(separatedBy: "/enter#")
        base = parts[0]
        let answer = try await send("session", Data(#"{"token":"\#(parts[1])","name":"Test"}"#.utf8))
        try #require(answer.status == 200)
      }

      func send(
        _ path: String, _ body: Data, type: String = "application/json"
      ) async throws -> (status: Int, text: String) {
        var request = URLRequest(url: try #require(URL(string: "\(base)/api/v2/\(path)")))
        request.httpMethod = "POST"
        request.setValue(base, forHTTPHeaderField: "Origin")
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        let (data, response) = try await session.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
      }

      func preview(_ file: Data) async throws -> (status: Int, text: String) {
        try await send("import/preview?name=watch.csv", file, type: "application/octet-stream")
      }
    }

    @Test func `a file that kills its reader does not end halo serve, and SIGTERM leaves no file`() async throws {
      let fixture = try Fixture(Self.file(100))
      let temporary = fixture.folder.url.appending(path: "temporary")
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
      let process = Program.process(
        ["serve", "--radio", "simulated", "--port", "0", "--print-link"],
        environment: [
          "HALO_JOURNAL": fixture.journal, "XDG_CONFIG_HOME": fixture.folder.url.path(), "TMPDIR": temporary.path(),
        ])
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      defer { kill(process.processIdentifier, SIGKILL) }
      var text = ""
      while !text.contains("medical advice") {
        let data = output.fileHandleForReading.availableData
        try #require(!data.isEmpty)
        text += String(decoding: data, as: UTF8.self)
      }
      let link = try #require(text.split(whereSeparator: \.isWhitespace).first { $0.contains("/enter#") })
      let browser = try await Browser(link)
      let large = Self.large
      async let killed = browser.preview(large)
      let reader = Mutex<Int32?>(nil)
      try await fixture.wait {
        let first = try Self.readers(of: process.processIdentifier).first
        reader.withLock { $0 = first }
        return try first != nil && !fixture.leftovers.isEmpty
      }
      kill(try #require(reader.withLock { $0 }), SIGILL)
      let answer = try await killed
      #expect(
        answer.status == 400 && answer.text.contains("The work on watch.csv ended unexpectedly (signal 4)."),
        "\(answer)")
      // One file waits, another is read.
      #expect(try await browser.preview(Self.file(10)).status == 200)
      async let unfinished = browser.preview(large)
      try await fixture.wait { try fixture.leftovers.count == 2 }
      process.terminate()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      _ = try? await unfinished
      #expect(try fixture.leftovers == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path()) == [])
    }
  #endif

  @Test(arguments: [SIGTERM, SIGKILL])
  func `a worker that is ended leaves no file, or the next one removes it`(_ signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let line =
      Data(
        #"{"id":1,"task":"completeness","journal":{"wearer":{"id":[1],"name":["a"],"created":[0]}}}"#.utf8)
      + Data("\n".utf8)
    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path()) }
    for last in [signal, nil] {
      let process = Program.process(["worker", "--temporary", folder.url.path()])
      let (input, output) = (Pipe(), Pipe())
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      input.fileHandleForWriting.write(line)
      #expect(!output.fileHandleForReading.availableData.isEmpty)
      #expect(try files().count == 1)
      if let last { kill(process.processIdentifier, last) } else { try input.fileHandleForWriting.close() }
      process.waitUntilExit()
      if last == SIGTERM { #expect(try process.terminationStatus == 143 && files() == []) }
    }
    #expect(try files() == [])
  }
}
