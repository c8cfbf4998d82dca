package import HaloBluetooth
import Synchronization

/// A connection that records the values written to it, in place of a radio. It never responds.
package final class RecordedWrites: Connection {
  package let device = DeviceID("C3:48:9A:10:00:01")
  package let label = "recorded"
  private let list: [Service]
  private let written = Mutex<[(value: [UInt8], characteristic: Characteristic)]>([])

  /// Creates a connection with a device that has `services`.
  package init(services: [Service] = []) { list = services }

  /// The written values in order, including those of descriptors.
  package var all: [(value: [UInt8], characteristic: Characteristic)] { written.withLock { $0 } }

  package func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    written.withLock { $0.append((value, characteristic)) }
  }

  package func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    written.withLock { $0.append((value, characteristic)) }
  }

  package func services() async throws -> [Service] { list }
  package func read(_ characteristic: Characteristic) async throws -> ReceivedValue { ReceivedValue([]) }
  package func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] { [] }
  package func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> { AsyncThrowingStream { $0.finish() } }
  package func maximumWriteLength(withResponse: Bool) async -> Int { 512 }
  package func readRSSI() async throws -> Int { -50 }
  package func bond() async throws -> Bool { false }
}
