import Dispatch
import Foundation
import HaloBluetooth
import HaloHealth
import HaloTesting
import Synchronization
import Testing

@testable import HaloJournal

struct FrameWriterTests {
  /// A simulated disk that stores nothing until it is released.
  private final class Disk: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private struct State {
      var stored: [FrameWriter.Entry] = []
      /// The result of all attempts, and of the next ones.
      var error: (any Error)?
      var errors: [(any Error)?] = []
      var late: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let attempts = AsyncStream<Void>.makeStream()

    func writer() -> FrameWriter {
      FrameWriter(
        refusal: JournalError.busy(path: "journal"),
        after: { [self] _, body in state.withLock { $0.late.append(body) } },
        store: { [self] entries in
          attempts.continuation.yield()
          gate.wait()
          try state.withLock {
            if let error = $0.errors.isEmpty ? $0.error : $0.errors.removeFirst() { throw error }
            $0.stored += entries
          }
        })
    }

    /// Waits until the writer tries to store something.
    func waitForAttempt() async { for await _ in attempts.stream { return } }

    /// Allows the writer's next attempts to finish.
    func release(_ count: Int = 1) { for _ in 0..<count { gate.signal() } }

    /// Simulates the end of the wait for a frame.
    func passTime() {
      let bodies = state.withLock { state in
        defer { state.late = [] }
        return state.late
      }
      for body in bodies { body() }
    }

    func fail(_ error: (any Error)?) { state.withLock { $0.error = error } }
    func fail(_ errors: [(any Error)?]) { state.withLock { $0.errors = errors } }
    var stored: [[UInt8]] { state.withLock { $0.stored.map(\.frame.bytes) } }
  }

  private final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
  }

  private func entry(_ number: Int, session: Int = 1) -> FrameWriter.Entry {
    let bytes = [UInt8(number >> 8), UInt8(number & 0xFF)]
    return .init(
      session: session,
      frame: RecordedFrame(
        device: DeviceID("A"), direction: .received, characteristic: BluetoothUUID(0x2A37), bytes: bytes,
        time: Date(timeIntervalSince1970: 1_800_000_000), zone: "UTC", secondsFromGMT: 0))
  }

  /// A disk and its writer, after the first frame was not stored in time.
  private func slow(first number: Int) async throws -> (Disk, FrameWriter) {
    let disk = Disk()
    let writer = disk.writer()
    let first = Task { try await writer.write(entry(number)) }
    await disk.waitForAttempt()
    disk.passTime()
    try await first.value
    return (disk, writer)
  }

  @Test func `stores a frame before it is acted on`() async throws {
    let (disk, isActedOn) = (Disk(), Flag())
    let writer = disk.writer()
    let task = Task {
      try await writer.write(entry(1))
      isActedOn.set()
    }
    await disk.waitForAttempt()
    #expect(!isActedOn.isSet)
    disk.release()
    try await task.value
    #expect(disk.stored == [[0, 1]])
  }

  @Test func `with a slow disk, accepts frames up to the limit, refuses further ones, and stores all in order`()
    async throws
  {
    let (disk, writer) = try await slow(first: 0)
    #expect(disk.stored.isEmpty)
    for number in 1..<FrameWriter.maxPending { try await writer.write(entry(number)) }
    await #expect(throws: JournalError.busy(path: "journal")) { try await writer.write(entry(0xFFFF)) }
    let end = Task { try await writer.finish(1) }
    disk.release(FrameWriter.maxPending)
    // A frame is missing, so the session must not end as if it were complete.
    await #expect(throws: JournalError.busy(path: "journal")) { try await end.value }
    let all = (0..<FrameWriter.maxPending).map { entry($0).frame.bytes }
    #expect(disk.stored == all)
  }

  @Test func `waits for frames again after the disk has caught up`() async throws {
    let (disk, writer) = try await slow(first: 1)
    disk.release()
    try await writer.finish(1)
    let isActedOn = Flag()
    let second = Task {
      try await writer.write(entry(2))
      isActedOn.set()
    }
    await disk.waitForAttempt()
    #expect(!isActedOn.isSet)
    disk.release()
    try await second.value
    #expect(disk.stored == [[0, 1], [0, 2]])
  }

  @Test func `throws an error to the waiting caller, otherwise at the next frame and the end of the session`()
    async throws
  {
    let disk = Disk()
    let writer = disk.writer()
    disk.fail(JournalError.full(path: "journal"))
    let waiting = Task { try await writer.write(entry(1)) }
    await disk.waitForAttempt()
    disk.release()
    await #expect(throws: JournalError.full(path: "journal")) { try await waiting.value }

    let late = Task { try await writer.write(entry(2)) }
    await disk.waitForAttempt()
    disk.passTime()
    try await late.value
    let end = Task { try await writer.finish(2) }
    disk.release()
    try await end.value
    await #expect(throws: JournalError.full(path: "journal")) { try await writer.write(entry(3)) }
    await #expect(throws: JournalError.full(path: "journal")) { try await writer.finish(1) }
    disk.fail(nil)
    disk.release()
    try await writer.write(entry(4))
    #expect(disk.stored == [[0, 4]])
  }

  @Test func `retries writing a frame while another program locks the journal for a long time`() async throws {
    let disk = Disk()
    let writer = disk.writer()
    disk.fail(JournalError.busy(path: "journal"))
    let frame = Task { try await writer.write(entry(1)) }
    await disk.waitForAttempt()
    disk.release()
    await disk.waitForAttempt()
    disk.fail(nil)
    disk.release()
    try await frame.value
    #expect(disk.stored == [[0, 1]])
  }

  @Test func `does not store a frame twice if another program writes before the next one`()
    async throws
  {
    let (disk, writer) = try await slow(first: 0)
    for number in 1...2 { try await writer.write(entry(number)) }
    // The attempts: the first frame; both others together; the second and the third separately; the third again.
    disk.fail([nil, JournalError.readOnly(path: "journal"), nil, JournalError.busy(path: "journal"), nil])
    disk.release(5)
    try await writer.finish(1)
    #expect(disk.stored == [[0, 0], [0, 1], [0, 2]])
  }

  @Test func `refuses each frame once another program has been writing for minutes`() async throws {
    let isFree = Flag()
    let writer = FrameWriter(refusal: JournalError.busy(path: "journal"), after: { _, body in body() }) { _ in
      if !isFree.isSet { throw JournalError.busy(path: "journal") }
    }
    // More frames than a transaction stores.
    for number in 0..<1500 {
      do { try await writer.write(entry(number)) } catch { #expect(error as? JournalError == .busy(path: "journal")) }
    }
    await #expect(throws: JournalError.busy(path: "journal")) { try await writer.finish(1) }
    isFree.set()
    try await writer.write(entry(1))
    try await writer.finish(1)
  }

  @Test func `a frame that cannot be stored does not affect other sessions`() async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let now = Moment.noon
    let device = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: now)
    let session = try journal.begin("sync", with: device, at: now, zone: "UTC")
    let lost = session.id + 7
    // Frames are always waited for, even on a slow machine.
    let writer = FrameWriter(refusal: JournalError.busy(path: journal.path), after: { _, _ in }) { entries in
      try journal.write { try FrameWriter.insert(entries, $0) }
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          let isLost = number % 2 == 1
          let outcome = await Task {
            try await writer.write(entry(number, session: isLost ? lost : session.id))
          }.result
          let isStored = if case .success = outcome { true } else { false }
          #expect(isStored != isLost)
        }
      }
    }
    #expect(try journal.frames(ofSession: session.id).count == 100)
  }
}
