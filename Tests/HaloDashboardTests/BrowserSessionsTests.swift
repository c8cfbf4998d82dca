import Foundation
import Synchronization
import Testing

@testable import HaloDashboard

/// A clock that a test controls.
final class TestClock: Sendable {
  private let seconds = Mutex(1_800_000_000.0)
  var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
  func advance(_ time: Double) { seconds.withLock { $0 += time } }
}

struct SessionsTests {
  private let time = TestClock()
  private let journal = FileManager.default.temporaryDirectory.appending(path: "halo-sessions-\(UUID()).sqlite")
    .path(percentEncoded: false)

  private func sessions() -> BrowserSessions { BrowserSessions(journal: journal) { [time] in time.now } }

  private func cleanUp() {
    for ending in [".page.sessions", ".page.links"] { try? FileManager.default.removeItem(atPath: journal + ending) }
  }

  @Test func `link expires after ten minutes`() throws {
    defer { cleanUp() }
    let sessions = sessions()
    let (early, late) = (sessions.link(), sessions.link())
    time.advance(599)
    #expect(sessions.open(early, name: "a", address: "b") != nil)
    time.advance(2)
    #expect(sessions.open(late, name: "a", address: "b") == nil)
  }

  @Test func `unused session expires after thirty days`() throws {
    defer { cleanUp() }
    let sessions = sessions()
    let cookie = try #require(sessions.open(sessions.link(), name: "a", address: "b")).cookie
    time.advance(29 * 86_400)
    #expect(sessions.session(cookie, address: "b") != nil)
    time.advance(29 * 86_400)
    #expect(sessions.session(cookie, address: "b") != nil)
    time.advance(30 * 86_400 + 1)
    #expect(sessions.session(cookie, address: "b") == nil)
    #expect(sessions.all.isEmpty)
  }

  @Test func `sessions persist without storing tokens`() throws {
    defer { cleanUp() }
    let first = sessions()
    let token = first.link()
    let cookie = try #require(first.open(token, name: "Firefox on Linux", address: "127.0.0.1")).cookie
    let second = sessions()
    #expect(second.session(cookie, address: "127.0.0.1")?.name == "Firefox on Linux")
    let path = journal + ".page.sessions"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains(cookie) && !text.contains(token))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `link of another process is single use`() throws {
    defer { cleanUp() }
    let serving = sessions()
    let token = try BrowserSessions.storeLink(journal: journal, now: time.now)
    #expect(serving.open(token, name: "a", address: "b") != nil)
    #expect(serving.open(token, name: "a", address: "b") == nil)
    #expect(sessions().open(token, name: "a", address: "b") == nil)
  }

  @Test func `oldest session ends at the limit`() throws {
    defer { cleanUp() }
    let sessions = sessions()
    let first = try #require(sessions.open(sessions.link(), name: "first", address: "b")).cookie
    for number in 0..<BrowserSessions.most {
      time.advance(1)
      _ = sessions.open(sessions.link(), name: "\(number)", address: "b")
    }
    #expect(sessions.all.count == BrowserSessions.most)
    #expect(sessions.session(first, address: "b") == nil)
  }

  @Test func `secrets are long and unique`() {
    let secrets = (0..<1000).map { _ in Secret.random() }
    #expect(Set(secrets).count == 1000)
    #expect(
      secrets.allSatisfy { $0.count == 43 && $0.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } })
  }

  // Examples of FIPS 180-4, and lengths around the end of a block (computed with sha256sum).
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `hashes are s h A256`(_ text: String, _ hash: String) {
    #expect(SHA256.text([UInt8](text.utf8)) == hash)
  }

  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ])
  func `hashes of letters are s h A256`(_ count: Int, _ hash: String) {
    #expect(SHA256.text([UInt8](repeating: UInt8(ascii: "a"), count: count)) == hash)
  }
}

struct PrivateFileTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "halo-private-\(UUID())")
    .path(percentEncoded: false)

  private func cleanUp() {
    for ending in ["", ".new", ".other"] { try? FileManager.default.removeItem(atPath: path + ending) }
  }

  @Test func `files writable by others are ignored`() throws {
    defer { cleanUp() }
    let file = PrivateFile(path: path)
    try file.write(["a"])
    #expect(file.read([String].self) == ["a"])
    try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: path)
    #expect(file.read([String].self) == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".other")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".other")
    #expect(file.read([String].self) == nil)
  }

  @Test func `symbolic links are not followed`() throws {
    defer { cleanUp() }
    try Data("kept".utf8).write(to: URL(filePath: path + ".other"))
    try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: path + ".other")
    let file = PrivateFile(path: path)
    try file.write(["a"])
    #expect(file.read([String].self) == ["a"])
    #expect(try String(contentsOfFile: path + ".other", encoding: .utf8) == "kept")
  }

  @Test func `leftover files are deleted`() throws {
    let (mine, other) = (try TemporaryFile("csv", of: path), try TemporaryFile("csv", of: path + "2"))
    #expect(try FileManager.default.attributesOfItem(atPath: mine.path)[.posixPermissions] as? Int == 0o600)
    TemporaryFile.deleteLeftovers(of: path)
    #expect(!FileManager.default.fileExists(atPath: mine.path))
    #expect(FileManager.default.fileExists(atPath: other.path))
  }

  @Test func `the files of a killed reader are deleted with an uploaded journal`() throws {
    var file: TemporaryFile? = try TemporaryFile("import", of: path)
    let uploaded = try #require(file?.path)
    for ending in ["-wal", "-shm"] { try Data("x".utf8).write(to: URL(filePath: uploaded + ending)) }
    file = nil
    for ending in ["", "-wal", "-shm"] { #expect(!FileManager.default.fileExists(atPath: uploaded + ending)) }
  }

  @Test func `only one process serves a journal`() throws {
    defer { try? FileManager.default.removeItem(atPath: path + ".page.lock") }
    do {
      let lock = try PageLock(path)
      #expect(throws: (any Error).self) { try PageLock(path) }
      #expect(PageLock.isHeld(path))
      withExtendedLifetime(lock) {}
    }
    #expect(!PageLock.isHeld(path))
  }

  @Test func `stale announcement is ignored`() throws {
    defer { for ending in [".page", ".page.lock"] { try? FileManager.default.removeItem(atPath: path + ending) } }
    // Another process may have the same process id now.
    Announcement(base: "http://127.0.0.1:1", process: getpid()).write(path)
    #expect(Announcement.of(path) == nil)
    let lock = try PageLock(path)
    #expect(Announcement.of(path)?.process == getpid())
    withExtendedLifetime(lock) {}
  }
}

struct RateLimitTests {
  private let start = ContinuousClock.now

  @Test func `bucket empties and refills`() {
    let time = Mutex(start)
    let limit = RateLimit(burst: 3, perSecond: 1) { time.withLock { $0 } }
    #expect((0..<5).map { _ in limit.allows("a") } == [true, true, true, false, false])
    #expect(limit.allows("b"))
    time.withLock { $0 += .seconds(2) }
    #expect((0..<3).map { _ in limit.allows("a") } == [true, true, false])
  }

  @Test func `many keys are bounded and do not block others`() {
    let time = Mutex(start)
    let limit = RateLimit(burst: 2, perSecond: 1) { time.withLock { $0 } }
    for number in 0..<5000 { #expect(limit.allows("\(number)")) }
    #expect(limit.allows("another client"))
  }
}

struct ConfirmationsTests {
  @Test func `confirmation is single use for its session and request`() {
    let time = Mutex(ContinuousClock.now)
    let confirmations = Confirmations { time.withLock { $0 } }
    let id = confirmations.ask("erase", session: "a")
    #expect(!confirmations.take("other", for: "erase", session: "a"))
    #expect(confirmations.take(id, for: "erase", session: "a"))
    #expect(!confirmations.take(id, for: "erase", session: "a"))
    #expect(!confirmations.take(confirmations.ask("erase", session: "a"), for: "erase", session: "b"))
    #expect(!confirmations.take(confirmations.ask("erase", session: "a"), for: "reset", session: "a"))
    let late = confirmations.ask("erase", session: "a")
    time.withLock { $0 += .seconds(61) }
    #expect(!confirmations.take(late, for: "erase", session: "a"))
  }
}
