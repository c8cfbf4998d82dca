#if BlueZ && os(Linux)
  import Foundation
  import HaloBluetooth
  import HaloRadioConformance
  import HaloSimulatedRadio
  import Testing

  @testable import HaloBlueZRadio

  @Suite(
    "Long-running programs", .serialized, .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  struct DaemonLifeTests {
    /// The resources in use at one moment.
    private struct ResourceCounts: Equatable, CustomStringConvertible {
      var descriptors: Int
      var connections: Int
      var matches: Int
      var waiting: Int
      var heldByBlueZ: Int

      /// Returns true if nothing was added. Descriptors may be fewer, because some close shortly after their release.
      func isNoMore(than other: ResourceCounts) -> Bool {
        var same = self
        same.descriptors = other.descriptors
        return same == other && descriptors <= other.descriptors
      }

      var description: String {
        "\(descriptors) descriptors, \(connections) bus connections, \(matches) matches, \(waiting) waiters, "
          + "\(heldByBlueZ) held by bluetoothd"
      }
    }

    /// The number of minutes if no other test runs in this process, so that its descriptors can be counted: the row
    /// `ten-hours` ensures that.
    private static let minutesAlone = ProcessInfo.processInfo.environment["HALO_ALONE"].flatMap { Int($0) }

    /// Syncs a device every minute for an hour, with repeated failures of all kinds. The numbers of descriptors, bus
    /// connections, match rules, waiters and bluetoothd's resources for this program must not grow.
    @Test func `resource use does not grow over an hour`() async throws {
      let daemon = try PrivateBus()
      let device = TrialDevice()
      let radio = BlueZCentral(.at(daemon.address), clock: ShortPauseClock())
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
          // Expected in the minutes with a failure.
        } catch is CancellationError {
        }
      }

      /// Returns the resources in use once all released ones are gone, which takes until the bus reports it.
      func held(until isSettled: (ResourceCounts) -> Bool) async throws -> ResourceCounts {
        var held = ResourceCounts(descriptors: 0, connections: 0, matches: 0, waiting: 0, heldByBlueZ: 0)
        for _ in 0..<2000 {
          let tree = try await radio.tree()
          let names = try await observer.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
          let counts = await tree.counts
          held = ResourceCounts(
            descriptors: Self.minutesAlone != nil
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
      // The bus daemon, and the connections of this test, of bluetoothd and of the mirror.
      let first = try await held { $0.connections == 3 && $0.waiting == 0 && $0.heldByBlueZ == 0 }
      #expect(first.connections == 3 && first.waiting == 0 && first.heldByBlueZ == 0, "\(first)")
      for number in 10..<(Self.minutesAlone ?? 60) { try await minute(number) }
      let last = try await held { $0.isNoMore(than: first) }
      #expect(last.isNoMore(than: first), "\(last) after \(first)")
      await radio.close()
      await fake.kill()
      await observer.close()
    }
  }
#endif
