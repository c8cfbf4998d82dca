import ArgumentParser
import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloJournal
import HaloFuzzing
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Logging
import Synchronization
import SystemPackage
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@testable import HaloCommand
@testable import HaloDaemon

/// Sends random writes to a ring through `halo explore` and the daemon's socket.
struct RandomWriteTests {
  @Test(.timeLimit(.minutes(60)), arguments: [false, true])
  func `with random lines in halo explore, only listed values reach the radio, and with the option unknown ones`(
    isAllowed: Bool
  ) async throws {
    let count = RingWrites.requestedCount ?? 4000
    let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { SimulatedHome.morning }
    let radio = RecordedWrites(services: ring.profile.services)
    let places = ring.profile.services.flatMap(\.characteristics).flatMap { characteristic in
      ["#\(characteristic.instance)", "\(characteristic.uuid)"]
    }
    var values = RingWrites(seed: 5)
    let (lines, continuation) = AsyncStream<String>.makeStream()
    for _ in 0..<count {
      let value = values.next().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      let separator = values.pick(["", " "])
      let option = values.pick(["", " --with-response", " --without-response"])
      continuation.yield("write \(values.pick(places)) \(value.joined(separator: separator))\(option)")
    }
    continuation.finish()
    let output = ExploreOutput(json: false, terminal: .current(), time: WallTime.system) { _ in }
    let problems = try await HaloProgram.$current.withValue(HaloProgram(registry: .bundled, radios: [])) {
      try await Explorer.with(
        radio, ring.profile.advertisement(rssi: -50), output, ContinuousClock(),
        unknown: UnknownWrites(isAllowed: isAllowed, asks: false)
      ) { explorer in
        try await ExploreShell(explorer: explorer).run(lines: lines) { _ in }
      }
    }
    let written = radio.all
    #expect(problems > count / 10 && written.count > count / 100, "\(problems) \(written.count)")
    for (value, characteristic) in written where Self.isOfRing(characteristic) {
      if RingWrites.isForbidden(value) || !isAllowed && !RingWrites.isListed(value) {
        Issue.record("\(value) was written to \(characteristic.uuid)")
      }
    }
    RingWrites.report("explore", count, written: written.count)
  }

  @Test(.timeLimit(.minutes(60)))
  func `with random requests on the daemon's socket, no refused command reaches the radio during a sync`()
    async throws
  {
    let count = RingWrites.requestedConnectionCount ?? 100
    let folder = try TemporaryFolder()
    let written = WrittenValues()
    try await Simulation.run(speed: 10_000) { clock in
      let home = try SimulatedHome(
        clock, registry: .bundled, journal: Journal(path: folder.path("journal.sqlite")))
      home.medium.watchWrites { value, _ in written.add(value) }
      let time = home.time
      let device = try await home.pair(
        VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { time.wallClock }, name: "ring", wearer: "me")
      let supervisor = Supervisor(home.engine)
      let server = DaemonServer(
        supervisor, journal: home.journal, environment: home.environment,
        program: Daemon.Program(version: HaloProgram.version, variables: [:]) { $0.refusal },
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      try await HaloProgram.$current.withValue(Self.program) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await supervisor.run() }
          var values = RingWrites(seed: 6)
          for _ in 0..<count { try await Self.send(Self.request(&values, to: device), to: server) }
          // The ring is released: the daemon syncs it.
          while written.all.isEmpty { try await clock.sleep(for: .seconds(60)) }
          group.cancelAll()
        }
      }
    }
    let values = written.all
    #expect(!values.isEmpty)
    for value in values where !RingWrites.isListed(value) { Issue.record("\(value)") }
    RingWrites.report("daemon", count, written: values.count)
  }

  private static func isOfRing(_ characteristic: Characteristic) -> Bool {
    let services = ["6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E", "DE5BF728-D711-4E47-AF26-65E3012A5DC7"]
    return services.contains("\(characteristic.service)".uppercased())
  }

  /// A program that parses each command line as one that the daemon runs for clients.
  private static var program: HaloProgram {
    var program = HaloProgram(registry: .bundled, radios: [])
    program.root = Halo.self
    return program
  }

  /// Returns a random request: a frame as JSON, as text, or in the arguments of a command; or random bytes.
  private static func request(_ values: inout RingWrites, to device: Device) -> [UInt8] {
    let value = values.next()
    let digits = value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let command = values.pick([
      ["explore", device.name, "--write", "ring-commands=\(digits)"], ["live", digits], ["settings", "goals", digits],
      ["capture", "record", digits, "explore", device.name], ["find", digits], [digits, device.name],
    ])
    let arguments = command.map { "\"\($0)\"" }.joined(separator: ",")
    switch values.number(0...5) {
    case 0: return value.filter { $0 != 10 }
    case 1: return Array(#"{"hold":{"device":"\#(digits)"}}"#.utf8)
    case 2: return Array(#"{"write":{"device":"\#(device.identifier.text)","value":"\#(digits)"}}"#.utf8)
    case 3: return Array(#"{"status":{"value":[\#(value.map(String.init).joined(separator: ","))]}}"#.utf8)
    default:
      return Array(
        #"{"run":{"_0":{"arguments":[\#(arguments)],"environment":{},"isBackground":false}}}"#.utf8)
    }
  }

  /// Sends the daemon a line over a separate socket, and disconnects.
  private static func send(_ line: [UInt8], to server: DaemonServer) async throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, UnixAddress.stream, 0, &ends) == 0)
    let client = LineSocket(FileDescriptor(rawValue: ends[0]))
    let served = LineSocket(FileDescriptor(rawValue: ends[1]))
    try client.send(line)
    async let serving: Void = server.serve(served)
    // The daemon either replies or notices that the caller disconnects.
    client.close()
    await serving
  }
}

/// Records written values from any task.
private final class WrittenValues: Sendable {
  private let list = Mutex<[[UInt8]]>([])

  var all: [[UInt8]] { list.withLock { $0 } }

  func add(_ value: [UInt8]) { list.withLock { $0.append(value) } }
}
