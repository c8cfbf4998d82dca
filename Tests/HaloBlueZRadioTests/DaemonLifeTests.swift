#if BlueZ && os(Linux)
  import Foundation
  import HaloBluetooth
  import HaloRadioConformance
  import HaloSimulatedRadio
  import Testing

  @testable import HaloBlueZRadio

  @Suite(
    "A program that runs for long", .serialized, .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  struct DaemonLifeTests {
    /// What is held at one moment.
    private struct Held: Equatable, CustomStringConvertible {
      var descriptors: Int
      var connections: Int
      var matches: Int
      var waiting: Int
      var heldByBlueZ: Int

      /// Whether nothing was added. Descriptors may be fewer: some are closed a moment after they were let go.
      func isNoMore(than other: Held) -> Bool {
        var same = self
        same.descriptors = other.descriptors
        return same == other && descriptors <= other.descriptors
      }

      var description: String {
        "\(descriptors) descriptors, \(connections) bus connections, \(matches) matches, \(waiting) who wait, "
          + "\(heldByBlueZ) held by bluetoothd"
      }
    }

    /// Whether no other test runs in this process, so that its descriptors can be counted; `make check` sees to that.
    private static let isAlone = ProcessInfo.processInfo.environment["HALO_ALONE"] != nil

    /// An hour in which a device is synced every minute, and everything that can happen happens again and again: descriptors, bus
    /// connections, match rules, waiters and what bluetoothd holds for this program are as many afterwards as before.
    @Test("holds after an hour what it held after its first minute")
    func hour() async throws {
      let daemon = try PrivateBus()
      let device = TrialDevice()
      let radio = BlueZCentral(.at(daemon.address), clock: ImpatientClock())
      let observer = try await BusConnection.open(.at(daemon.address))
      var fake = try await FakeBlueZ.start(on: daemon.address)
      await fake.add(device)

      func minute(_ number: Int) async throws {
        switch number % 10 {
        case 1: await fake.setPowered(false)
        case 2: await fake.setPowered(true)
        case 3: await fake.fail("Connect", "org.bluez.Error.Failed", "le-connection-abort-by-local")
        case 4:
          await fake.kill()
          fake = try await FakeBlueZ.start(on: daemon.address)
          await fake.add(device)
        case 5:
          await fake.unplug("hci0")
          await fake.plug("hci0")
        case 6: await fake.forgetDevices()
        default: break
        }
        do {
          for try await _ in radio.scan(ScanFilter(name: "trial")) { break }
          try await radio.withConnection(to: device.profile.device, label: "trial", timeout: .seconds(20)) {
            connection in
            let link = try await Link(connection)
            if number % 10 == 7 { try await connection.bond() }
            let values = try await link.notifications(of: TrialDevice.ID.numbers)
            try await link.order(number % 10 == 8 ? .drop : .count, 20)
            _ = try await values.first(20)
            if number % 10 == 9 { throw CancellationError() }
          }
        } catch is BluetoothError {
          // The minutes in which something happens.
        } catch is CancellationError {
        }
      }

      /// What is held once everything that was let go is gone: that takes as long as the bus takes to hear of it.
      func held(until isSettled: (Held) -> Bool) async throws -> Held {
        var held = Held(descriptors: 0, connections: 0, matches: 0, waiting: 0, heldByBlueZ: 0)
        for _ in 0..<2000 {
          let tree = try await radio.tree()
          let names = try await observer.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
          let counts = await tree.counts
          held = Held(
            descriptors: Self.isAlone
              ? try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count : 0,
            connections: names.first?.texts.count(where: { $0.hasPrefix(":") }) ?? -1,
            matches: await tree.bus.slotCount + fake.bus.slotCount, waiting: counts.listeners + counts.waiters,
            heldByBlueZ: await fake.heldCount)
          if isSettled(held) { break }
          await Task.yield()
        }
        return held
      }

      for number in 0..<10 { try await minute(number) }
      // The bus daemon, this test's own connection, bluetoothd's, and the mirror's.
      let first = try await held { $0.connections == 3 && $0.waiting == 0 && $0.heldByBlueZ == 0 }
      #expect(first.connections == 3 && first.waiting == 0 && first.heldByBlueZ == 0, "\(first)")
      // Ten hours where this test is alone.
      for number in 10..<(Self.isAlone ? 600 : 60) { try await minute(number) }
      let last = try await held { $0.isNoMore(than: first) }
      #expect(last.isNoMore(than: first), "\(last) after \(first)")
      await radio.close()
      await fake.kill()
      await observer.close()
    }
  }
#endif
