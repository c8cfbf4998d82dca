public import HaloCaptures
import Synchronization

/// A captured device on a simulated medium. It replays the real device's answers with their timing.
///
/// Values that the host writes are looked up among those written in the capture, in order. The notifications that
/// followed in the capture are sent again with the same delays. Values that were never written get no answer.
/// Unprompted values, as from a strap that only measures, are sent from the subscription on.
public final class ReplayedDevice: VirtualPeripheral {
  /// The device's advertisement and attributes.
  public let profile: PeripheralProfile
  private let script: ReplayScript
  private let conversation: CapturedConversation
  private let state = Mutex(State())

  private struct State {
    /// The index after the last found request, by characteristic.
    var positions: [BluetoothUUID: Int] = [:]
    var readCounts: [BluetoothUUID: Int] = [:]
    /// The capture time of the last found request.
    var latest: CaptureTime?
  }

  /// The device of a captured conversation.
  public init(_ conversation: CapturedConversation) {
    script = ReplayScript(conversation)
    self.conversation = conversation
    let services = Self.services(conversation)
    profile = PeripheralProfile(
      device: conversation.device.address?.device ?? DeviceID("C0:00:00:00:00:01"), name: conversation.device.name,
      advertisedServices: services.map(\.uuid), services: services, acceptsBonding: false)
  }

  /// Returns the captured values in order, then the last one again.
  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    guard let values = script.reads[characteristic.uuid], let last = values.last else {
      throw AttributeError(code: 0x0A)
    }
    return state.withLock { state in
      let count = state.readCounts[characteristic.uuid, default: 0]
      state.readCounts[characteristic.uuid] = count + 1
      return count < values.count ? values[count] : last
    }
  }

  /// Handles one connection: replays answers and unprompted values.
  public func serve(_ link: VirtualLink) async {
    await withTaskGroup(of: Void.self) { group in
      for uuid in script.requests.keys {
        group.addTask {
          await withTaskGroup(of: Void.self) { answers in
            for await value in await link.writes(to: uuid) {
              guard let request = self.request(value, uuid) else { continue }
              answers.addTask { await self.send(request.answer, askedAt: request.time, over: link) }
            }
            answers.cancelAll()
          }
        }
      }
      for (uuid, values) in script.unsolicited {
        group.addTask {
          await link.waitUntilSubscribed(to: uuid)
          await self.send(values, askedAt: nil, over: link)
        }
      }
      await group.waitForAll()
    }
  }

  /// Sends values with their delays. Values that the capture has before a newer request are dropped, because here they
  /// would arrive after it, as when a measurement is stopped earlier than in the capture.
  private func send(_ values: [ReplayScript.Answer], askedAt time: CaptureTime?, over link: VirtualLink) async {
    let start = link.clock.now
    for value in values {
      guard (try? await link.clock.sleep(until: start.advanced(by: value.delay))) != nil else { return }
      let latest = state.withLock { $0.latest }
      if let time, let latest, latest > time, value.time < latest { continue }
      await link.notify(value.bytes, on: value.uuid)
    }
  }

  /// Returns the captured request for a value: the next match, otherwise the last earlier one. Returns nil if the value
  /// was never written.
  private func request(_ value: [UInt8], _ uuid: BluetoothUUID) -> ReplayScript.Request? {
    guard let list = script.requests[uuid] else { return nil }
    let reader = conversation.reader(of: uuid, in: list.first?.service)
    return state.withLock { state in
      let position = state.positions[uuid, default: 0]
      func find(_ fits: (ReplayScript.Request) -> Bool) -> Int? {
        list[position...].firstIndex(where: fits) ?? list[..<position].lastIndex(where: fits)
      }
      guard let found = find({ $0.bytes == value }) ?? find({ reader?.asksTheSame($0.bytes, value) ?? false }) else {
        return nil
      }
      state.positions[uuid] = found + 1
      state.latest = list[found].time
      return list[found]
    }
  }

  /// Returns the services. Properties of characteristics that were not discovered are derived from the capture.
  private static func services(_ conversation: CapturedConversation) -> [Service] {
    var shown: [BluetoothUUID: Characteristic.Properties] = [:]
    for frame in conversation.links.joined() {
      let property: Characteristic.Properties =
        switch frame.kind {
        case .written(true): .write
        case .written(false): .writeWithoutResponse
        case .read: .read
        case .notified: .notify
        }
      shown[frame.characteristic, default: []].insert(property)
    }
    return conversation.attributes.tree.map { group in
      let uuid = group.service ?? 0
      return Service(
        uuid: uuid,
        characteristics: group.characteristics.map { entry in
          Characteristic(
            uuid: entry.uuid, service: uuid, instance: Int(entry.handle),
            properties: entry.properties.isEmpty ? shown[entry.uuid] ?? [] : entry.properties,
            descriptors: conversation.attributes.descriptors(of: entry).map(\.uuid))
        })
    }
  }
}
