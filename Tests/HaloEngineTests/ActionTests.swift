import HaloBluetooth
import HaloColmiRing
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloTesting
import HaloText
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Actions through the engine")
struct ActionTests {
  private static func request(_ id: String) throws -> ActionRequest {
    try #require(ColmiRingDriver.actions.first { $0.id == id }).request()
  }

  private static func ring(_ home: SimulatedHome) -> VirtualColmiRing {
    VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { [time = home.time] in time.wallClock }
  }

  private func sessions(_ home: SimulatedHome, _ device: Device) throws -> [StoredSession] {
    try home.journal.sessions(of: device, since: Moment(milliseconds: 0, secondsFromGMT: 0))
  }

  @Test func `an action is recorded in a session with its purpose`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let ring = Self.ring(home)
      let device = try await home.pair(ring, name: "ring")
      let words = try await home.engine.perform(Self.request("find"), on: device)
      #expect(words.english == "ring is blinking for about ten seconds.")
      #expect(ring.blinkCount == 1)
      #expect(try sessions(home, device).map(\.purpose) == ["do find"])
    }
  }

  @Test func `an action that the family does not declare reaches no device`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let ring = Self.ring(home)
      let device = try await home.pair(ring, name: "ring")
      // The id of a ring's action, without its warning.
      let request = try DeviceAction("factory-reset", "Tare").request()
      await #expect(throws: ConfigurableError.unsupported(device: "ring", what: "Tare")) {
        _ = try await home.engine.perform(request, on: device)
      }
      #expect(!ring.isErased)
    }
  }

  @Test(arguments: [("find", true), ("factory-reset", false)])
  func `only an action without a warning is repeated after a link loss`(_ id: String, _ isRepeated: Bool) async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let device = try await home.pair(Self.ring(home), name: "ring")
      await home.cause(.packet(.linkLost, number: 1))
      let words = try? await home.engine.perform(Self.request(id), on: device)
      #expect((words != nil) == isRepeated)
    }
  }
}
