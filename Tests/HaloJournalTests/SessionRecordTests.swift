import HaloBluetooth
import HaloHealth
import HaloTesting
import Testing

@testable import HaloJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Sessions of a device")
struct SessionRecordTests {
  private let folder: TemporaryFolder
  private let journal: Journal

  init() throws {
    folder = try TemporaryFolder()
    journal = try Journal(path: folder.path("journal.sqlite"))
  }

  private func device(_ name: String) throws -> Device {
    try journal.pair(DeviceID(name), family: "colmi-ring", name: name, wearer: "me", at: .noon)
  }

  private func record(_ bytes: [UInt8], of device: Device, outcome: String?) async throws {
    let session = try journal.begin("sync", with: device, at: .noon, zone: "UTC")
    for byte in bytes {
      _ = try await session.record(
        RecordedFrame(
          device: device.identifier, direction: .received, characteristic: 0x2A37, bytes: [byte],
          time: Date(timeIntervalSince1970: 1_794_484_800), zone: "UTC", secondsFromGMT: 0))
    }
    try await session.end(at: .noon, outcome: outcome)
  }

  @Test func `the latest come first, each with its outcome`() async throws {
    let (ring, other) = (try device("ring"), try device("other"))
    try await record([1], of: ring, outcome: nil)
    try await record([], of: ring, outcome: "no answer")
    try await record([2, 3], of: other, outcome: nil)
    _ = try journal.begin("live", with: ring, at: .noon, zone: "UTC")
    let sessions = try journal.latestSessions(of: ring, limit: 2)
    #expect(sessions.map(\.purpose) == ["live", "sync"])
    #expect(sessions.map(\.outcome) == [nil, "no answer"])
    #expect(sessions.map(\.ended) == [nil, .noon])
    #expect(try journal.latestSessions(of: ring, limit: 9).map(\.frameCount) == [0, 0, 1])
  }

  @Test func `the last frames of a session are in the order of arrival`() async throws {
    try await record([1, 2, 3, 4], of: device("ring"), outcome: nil)
    let session = try #require(journal.latestSessions(of: device("ring"), limit: 1).first)
    #expect(try journal.lastFrames(ofSession: session.id, limit: 3).map(\.bytes) == [[2], [3], [4]])
    #expect(try journal.lastFrames(ofSession: session.id, limit: 9).count == 4)
  }
}
