#if BlueZ && os(Linux)
  import Foundation
  import HaloBlueZRadio
  import HaloBluetooth
  import Synchronization

  /// Serves a device on one adapter of this machine and connects to it from another, both through bluetoothd.
  ///
  ///     halo-serving-proof hci1 hci0          prints a line per check; exits with 1 if one failed
  ///     halo-serving-proof until-lost hci1    serves a strap that counts seconds; prints why the radio was lost
  @main
  struct ServingProof {
    static func main() async {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard arguments.count == 2 else { exit(64) }
      if arguments[0] == "until-lost" { return await serveUntilLost(arguments[1]) }
      let proof = ServingProof(peripheral: arguments[0], central: arguments[1])
      do {
        try await proof.run()
      } catch {
        proof.check("no error is thrown", false, "\(error)")
      }
      exit(proof.hasFailed ? 1 : 0)
    }

    private static func serveUntilLost(_ adapter: String) async {
      do {
        try await BlueZPeripheral(adapter: adapter).serve(ServedStrap.device, with: ServedStrap()) { session in
          printLine("serving")
          for beat in 0... {
            try await session.notify([0x00, UInt8(truncatingIfNeeded: beat)], on: ServedStrap.measurement)
            try await Task.sleep(for: .seconds(1))
          }
        }
      } catch {
        printLine("\(error)")
      }
    }

    static func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private final class Findings: Sendable {
      private let failures = Atomic(0)
      var count: Int { failures.load(ordering: .relaxed) }
      func fail() { failures.add(1, ordering: .relaxed) }
    }

    private let peripheral: BlueZPeripheral
    private let central: BlueZCentral
    private let findings = Findings()

    private init(peripheral: String, central: String) {
      self.peripheral = BlueZPeripheral(adapter: peripheral)
      self.central = BlueZCentral(adapter: central)
    }

    private var hasFailed: Bool { findings.count > 0 }

    private func check(_ what: String, _ isRight: Bool, _ found: @autoclosure () -> String = "") {
      if !isRight { findings.fail() }
      Self.printLine(isRight ? "ok      \(what)" : "FAILED  \(what): \(found())")
    }

    // MARK: The proof

    private func run() async throws {
      try await refuseTooLongAdvertisement()
      let strap = ServedStrap()
      let events = try await peripheral.serve(ServedStrap.device, with: strap) { session in
        let events = EventLog(session.events)
        let hasSubscriber = try await session.notify([0, 60], on: ServedStrap.measurement)
        check("there is no subscriber at first", !hasSubscriber)
        let found = try await find()
        check("a scan finds its service and its name", found.name == ServedStrap.device.name, "\(found)")
        check("and its manufacturer data", found.manufacturerData == [0xFFFF: [0x48, 0x41]], "\(found)")
        try await central.withConnection(to: found) { connection in
          try await use(connection, session, strap, events)
        }
        try await events.wait(for: .unsubscribed(ServedStrap.measurement))
        check("a link loss ends its subscriptions", true)
        try await events.wait { if case .disconnected = $0 { true } else { false } }
        check("and is reported", true)
        check("the central has an identifier", strap.centrals.count == 1, "\(strap.centrals)")
        try await central.withConnection(to: found) { connection in
          let services = try await connection.services()
          let value = try await read(0x2A19, services, connection)
          check("a second link is served as well", value == [87], "\(value)")
        }
        return events
      }
      check("events end with the session", await events.hasEnded())
      try await serveTwice()
      await central.close()
    }

    private func refuseTooLongAdvertisement() async throws {
      let device = ServedDevice(
        name: "strap", advertisedServices: [0x180D], manufacturerData: [0xFFFF: [UInt8](repeating: 0, count: 21)],
        services: ServedStrap.device.services)
      do {
        try await peripheral.serve(device, with: ServedStrap()) { _ in }
        check("an advertisement that is too long is refused", false)
      } catch let error as BluetoothError {
        check("an advertisement that is too long is refused", error.reason == .tooLong(maximum: 28), "\(error)")
      }
      let fitting = ServedDevice(
        name: String(repeating: "n", count: 29), advertisedServices: [0x180D],
        manufacturerData: [0xFFFF: [UInt8](repeating: 0, count: 20)], services: ServedStrap.device.services)
      try await peripheral.serve(fitting, with: ServedStrap()) { _ in }
      check("an advertisement that just fits is accepted", true)
    }

    private func find() async throws -> Advertisement {
      var known: Advertisement?
      for try await found in central.scan(ScanFilter(services: [0x180D])) {
        let found = found.named(asIn: known)
        known = found
        if found.name != nil { return found }
      }
      throw CancellationError()
    }

    private func read(
      _ uuid: BluetoothUUID, _ services: [Service], _ connection: any Connection
    ) async throws -> [UInt8] {
      guard let characteristic = services.characteristic(uuid) else { return [] }
      return try await connection.read(characteristic).bytes
    }

    private func use(
      _ connection: any Connection, _ session: any PeripheralSession, _ strap: ServedStrap, _ events: EventLog
    ) async throws {
      let services = try await connection.services()
      for service in ServedStrap.device.services {
        let found = services.first { $0.uuid == service.uuid }?.characteristics ?? []
        check(
          "service \(service.uuid) has all its characteristics and descriptors",
          found.map(\.uuid) == service.characteristics.map(\.uuid)
            && found.map(\.properties) == service.characteristics.map(\.properties),
          "\(found)")
      }
      try await readAndWrite(services, connection, strap)
      try await errors(services, connection)
      try await subscribe(services, connection, session, events)
    }

    private func readAndWrite(
      _ services: [Service], _ connection: any Connection, _ strap: ServedStrap
    ) async throws {
      let location = try await read(0x2A38, services, connection)
      check("a characteristic is read", location == [1], "\(location)")
      let long = try await read(ServedStrap.long.uuid, services, connection)
      check("a characteristic of 400 bytes is read", long == ServedStrap.longValue, "\(long.count) bytes")
      guard let named = services.characteristic(ServedStrap.long.uuid),
        let log = services.characteristic(ServedStrap.log.uuid)
      else { return }
      let name = try await connection.read(descriptor: 0x2901, of: named)
      check("a descriptor is read", name == ServedStrap.longName, "\(name)")
      let room = await connection.maximumWriteLength(withResponse: false)
      Self.printLine("        the longest write is \(room) bytes")
      let values = (0..<1000).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      for (number, value) in values.enumerated() {
        try await connection.write(value, to: log, withResponse: number % 10 == 9)
      }
      try await strap.waitForWrites(values.count)
      check(
        "a thousand writes of both kinds arrive in order", strap.written == values, "\(strap.written.count) arrived")
      let longest = await connection.maximumWriteLength(withResponse: true)
      let value = (0..<min(longest, 400)).map { UInt8(truncatingIfNeeded: $0) }
      try await connection.write(value, to: log, withResponse: true)
      try await strap.waitForWrites(values.count + 1)
      check(
        "a write of \(value.count) bytes arrives complete", strap.written.last == value,
        "\(strap.written.last?.count ?? 0)")
    }

    /// Compares the errors thrown by the handler with those that a BlueZ central gets.
    private func errors(_ services: [Service], _ connection: any Connection) async throws {
      guard let failing = services.characteristic(ServedStrap.failing.uuid) else { return }
      let expected: [(thrown: UInt8, read: UInt8, written: UInt8)] = [
        (0x02, 0x02, 0x03), (0x06, 0x06, 0x06), (0x07, 0x07, 0x07), (0x08, 0x08, 0x08), (0x0D, 0x0D, 0x0D),
        (0x80, 0x80, 0x80), (0x9F, 0x9F, 0x9F), (0x0E, 0x0E, 0x0E), (0x11, 0x0E, 0x0E),
      ]
      for (thrown, read, written) in expected {
        try await connection.write([thrown], to: failing, withResponse: true)
        let afterRead = await Self.code { _ = try await connection.read(failing) }
        let afterWrite = await Self.code {
          try await connection.write([thrown, thrown], to: failing, withResponse: true)
        }
        check(
          "error \(thrown) of the handler reaches the central", afterRead == read && afterWrite == written,
          "\(afterRead.map(String.init) ?? "none") and \(afterWrite.map(String.init) ?? "none")")
      }
    }

    private static func code(_ body: () async throws -> Void) async -> UInt8? {
      do {
        try await body()
      } catch let error as BluetoothError {
        if case .attribute(let code) = error.reason { return code }
      } catch {}
      return nil
    }

    private func subscribe(
      _ services: [Service], _ connection: any Connection, _ session: any PeripheralSession, _ events: EventLog
    ) async throws {
      for served in [ServedStrap.measurement, ServedStrap.indicating] {
        guard let characteristic = services.characteristic(served.uuid) else { continue }
        let values = try await connection.notifications(of: characteristic)
        try await events.wait(for: .subscribed(served))
        let sent = (0..<200).map { [0x00, UInt8($0)] as [UInt8] }
        var hasSubscriber = true
        for value in sent { hasSubscriber = try await session.notify(value, on: served) && hasSubscriber }
        check("the session reports that \(served.uuid) has a subscriber", hasSubscriber)
        var received: [[UInt8]] = []
        for try await value in values {
          received.append(value.bytes)
          if received.count == sent.count { break }
        }
        check("200 values of \(served.uuid) arrive in order", received == sent, "\(received)")
      }
      let hasSubscriber = try await session.notify([50], on: ServedStrap.neverSubscribed)
      check("notifications without a subscriber are not sent", !hasSubscriber)
    }

    /// Checks that the device can be served again, and that a canceled session leaves nothing behind.
    private func serveTwice() async throws {
      let task = Task {
        try await peripheral.serve(ServedStrap.device, with: ServedStrap()) { _ in
          try await Task.sleep(for: .seconds(600))
        }
      }
      _ = try await find()
      task.cancel()
      let result = await task.result
      check("a canceled session ends", (try? result.get()) == nil)
      for _ in 0..<6 {
        // bluetoothd supports five advertisements at a time.
        try await peripheral.serve(ServedStrap.device, with: ServedStrap()) { _ in }
      }
      check("six sessions one after the other leave nothing behind", true)
    }
  }
#else
  @main
  struct ServingProof {
    static func main() {}
  }
#endif
