import HaloBluetooth
import HaloColmiRing
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization

/// A ring with configurable firmware. It answers setting the clock and battery requests, streams raw readings until it
/// is stopped, and sends the configured live readings.
final class ScriptedRing: VirtualPeripheral {
  /// The differences between firmware.
  struct Firmware: Sendable {
    var hardware: String? = "RT08_V3.1"
    var capabilities: ColmiRing.Capabilities = [.spo2, .stress, .manualHeartRate, .newSleepProtocol]
    /// The second bytes of `A1` that stop the raw stream.
    var rawStops: Set<UInt8> = [0]
    var confirmsRawStop = true
    /// The second bytes of `A1` that are answered with the error `A1 FF`.
    var rawErrors: Set<UInt8> = []
    /// The live readings, one per half second. The last one is repeated.
    var live: [ColmiRing.RealTime] = []
    var hasBigData = true
    /// The packets that answer another command; `nil` if it is refused.
    var answer: @Sendable (ColmiRing.Packet) -> [ColmiRing.Packet]? = { _ in nil }
    /// The answers to big data.
    var bigData: @Sendable (ColmiRing.BigData) -> [ColmiRing.BigData] = { [ColmiRing.BigData(id: $0.id, payload: [])] }
  }

  private struct State {
    var isStreaming = false
    var next: Int?
    var written: [[UInt8]] = []
  }

  let profile: PeripheralProfile
  private let firmware: Firmware
  private let state = Mutex(State())

  init(_ firmware: Firmware = Firmware()) {
    self.firmware = firmware
    let commands = Service(
      ColmiRing.GATT.commandService, from: 0x10,
      [(ColmiRing.GATT.commandWrite, [.write, .writeWithoutResponse]), (ColmiRing.GATT.commandNotify, .notify)])
    let bigData = Service(
      ColmiRing.GATT.bigDataService, from: 0x20,
      [(ColmiRing.GATT.bigDataWrite, .writeWithoutResponse), (ColmiRing.GATT.bigDataNotify, .notify)])
    profile = PeripheralProfile(
      device: DeviceID("C3:48:9A:00:00:08"), name: "R08_E600",
      services: [commands] + (firmware.hasBigData ? [bigData] : [])
        + (firmware.hardware == nil ? [] : [Service(.deviceInformation, from: 0x30, [(.hardwareRevision, .read)])]))
  }

  /// True while the raw stream is on.
  var isStreaming: Bool { state.withLock { $0.isStreaming } }
  /// The frames that were written, in order.
  var written: [[UInt8]] { state.withLock { $0.written } }
  /// Turns the raw stream on, as if another program had left it running.
  func leaveStreaming() { state.withLock { $0.isStreaming = true } }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    guard characteristic.uuid == .hardwareRevision, let hardware = firmware.hardware else {
      throw AttributeError(code: 0x02)
    }
    return [UInt8](hardware.utf8)
  }

  func serve(_ link: VirtualLink) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        for await write in await link.writes(to: ColmiRing.GATT.commandWrite) {
          state.withLock { $0.written.append(write) }
          guard let packet = ColmiRing.Packet(write), (try? await link.clock.sleep(for: .milliseconds(90))) != nil
          else {
            continue
          }
          for answer in answer(packet) { await link.notify(answer.bytes, on: ColmiRing.GATT.commandNotify) }
        }
      }
      group.addTask { [self] in
        for await write in await link.writes(to: ColmiRing.GATT.bigDataWrite) {
          state.withLock { $0.written.append(write) }
          guard let data = ColmiRing.BigData(frame: write), (try? await link.clock.sleep(for: .milliseconds(90))) != nil
          else { continue }
          for answer in firmware.bigData(data) { await link.notify(answer.bytes, on: ColmiRing.GATT.bigDataNotify) }
        }
      }
      group.addTask { [self] in
        while (try? await link.clock.sleep(for: .milliseconds(500))) != nil {
          for packet in readings() { await link.notify(packet.bytes, on: ColmiRing.GATT.commandNotify) }
        }
      }
      await group.waitForAll()
    }
  }

  private func readings() -> [ColmiRing.Packet] {
    state.withLock { state in
      var packets: [ColmiRing.Packet] = []
      if state.isStreaming {
        packets.append(ColmiRing.RawLight(.ppg, raw: 9000, maximum: 9100, minimum: 8900, difference: 200).packet)
      }
      if let next = state.next, let last = firmware.live.indices.last {
        packets.append(firmware.live[min(next, last)].packet)
        state.next = next + 1
      }
      return packets
    }
  }

  private func answer(_ packet: ColmiRing.Packet) -> [ColmiRing.Packet] {
    let refusal = ColmiRing.DeviceError(command: packet.command, code: 0xEE).packet
    switch ColmiRing.Request(packet) {
    case .setTime: return [firmware.capabilities.packet]
    case .battery: return [ColmiRing.Battery(percent: 80, isCharging: false).packet]
    case .rawStream(on: true):
      state.withLock { $0.isStreaming = true }
      return []
    case .startRealTime(let quantity) where firmware.live.first?.quantity == quantity:
      state.withLock { $0.next = 1 }
      return [firmware.live[0].packet]
    case .stopRealTime(let quantity, _):
      state.withLock { $0.next = nil }
      return [ColmiRing.RealTimeStopped(of: quantity).packet]
    default:
      guard packet.command == 0xA1 else { return firmware.answer(packet) ?? [refusal] }
      let confirmation = ColmiRing.Acknowledged(command: 0xA1).map { [$0.packet] } ?? []
      guard firmware.rawStops.contains(packet.bytes[1]) else {
        return firmware.rawErrors.contains(packet.bytes[1]) ? confirmation : []
      }
      state.withLock { $0.isStreaming = false }
      return firmware.confirmsRawStop ? confirmation : []
    }
  }
}
