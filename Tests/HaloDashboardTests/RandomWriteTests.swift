import Foundation
import HaloFuzzing
import HaloSimulatedRadio
import HaloTesting
import Synchronization
import Testing

@testable import HaloDashboard

/// Random values in API requests for a ring.
struct RandomWriteTests {
  @Test(.timeLimit(.minutes(60)))
  func `random API requests send only listed commands to the radio`() async throws {
    let count = RingWrites.requestedConnectionCount ?? 60
    let written = Mutex<[[UInt8]]>([])
    try await PageTestbed.run(.ring) { testbed in
      testbed.medium.watchWrites { value, _ in written.withLock { $0.append(value) } }
      var values = RingWrites(seed: 7)
      for _ in 0..<count {
        let value = values.next()
        let digits = value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let (method, path, body) = Self.request(&values, value, digits, ring: testbed.ring)
        let answer = try await testbed.client.ask(method, "/api/v2/devices/\(testbed.ring)/\(path)", body)
        try #require((200..<600).contains(answer.status) && answer.status != 429, "\(answer.text)")
      }
    }
    let all = written.withLock { $0 }
    #expect(!all.isEmpty)
    for value in all where !RingWrites.isListed(value) { Issue.record("\(value)") }
    RingWrites.report("API", count, written: all.count)
  }

  /// A request with a random value in its path or body. Settings that are written to the ring are rare.
  private static func request(
    _ values: inout RingWrites, _ value: [UInt8], _ digits: String, ring: Int
  ) -> (String, String, JSON?) {
    let number = JSON(value.reduce(0) { ($0 << 8 | Int($1)) & 0xFFFF })
    let setting = values.pick(["goal.steps", "heart-rate.interval", "wearer.age", "goal.energy", digits, "command"])
    switch values.number(0...19) {
    case 0: return ("PUT", "settings", ["id": .string(setting), "value": number])
    case 1...7: return ("PUT", "settings", ["id": .string(digits), "value": .string(digits)])
    case 8...10:
      return ("POST", values.pick(["actions/factory-reset", "actions/power-off"]), ["confirmation": .string(digits)])
    case 11...13: return ("POST", digits.isEmpty ? "write" : digits, ["value": .string(digits)])
    case 14...16: return ("POST", values.pick(["write", "explore", "frames"]), ["value": number])
    default: return ("GET", "live/\(digits.isEmpty ? "raw-command" : digits)", nil)
    }
  }
}
