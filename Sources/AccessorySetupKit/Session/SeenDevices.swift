import CoreBluetooth
import Foundation
import HaloBluetooth
import Synchronization

/// The devices that a picker has found, with their advertisements and display items.
final class SeenDevices: Sendable {
  /// A device that matches a display item.
  struct SeenDevice: Sendable {
    let advertisement: Advertisement
    let item: ASPickerDisplayItem
    /// True if the advertisement proves the match. If false, nothing contradicts it.
    let isCertain: Bool
    /// True if the picker shows the device.
    var isShown: Bool
  }

  private struct State {
    var advertisements: [DeviceID: Advertisement] = [:]
    var seenDevices: [UUID: SeenDevice] = [:]
    /// In order of discovery.
    var order: [UUID] = []
    /// True if devices with an uncertain match are shown.
    var showsUncertain = false
  }

  private let items: [ASPickerDisplayItem]
  private let excluded: Set<UUID>
  private let isFiltered: Bool
  private let state = Mutex(State())

  /// Devices for those items. `excluded` devices are ignored. If filtered, the program selects which devices are
  /// shown.
  init(_ items: [ASPickerDisplayItem], excluded: Set<UUID>, isFiltered: Bool) {
    self.items = items
    self.excluded = excluded
    self.isFiltered = isFiltered
  }

  /// Records an advertisement. Returns the device's identifier if it was found for the first time.
  func note(_ received: Advertisement) -> UUID? {
    let id = DeviceIdentifier(received.device).uuid
    guard !excluded.contains(id) else { return nil }
    return state.withLock { state in
      // A device may split its data over several packets.
      let known = state.advertisements[received.device].map { received.joined(with: $0) } ?? received
      state.advertisements[received.device] = known
      let earlier = state.seenDevices[id]
      guard let (item, match) = Self.item(of: known, among: items) else { return nil }
      let isShown = earlier?.isShown ?? !isFiltered
      state.seenDevices[id] = SeenDevice(
        advertisement: known, item: earlier?.item as? ASDiscoveredDisplayItem ?? item, isCertain: match == .yes,
        isShown: isShown)
      guard earlier == nil else { return nil }
      state.order.append(id)
      return id
    }
  }

  /// Returns the item that a device matches; a certain match if there is one.
  private static func item(
    of advertisement: Advertisement, among items: [ASPickerDisplayItem]
  ) -> (ASPickerDisplayItem, DescriptorRules.Match)? {
    let matches = items.map { ($0, $0.descriptor.rules.match(advertisement)) }
    return matches.first { $0.1 == .yes } ?? matches.first { $0.1 == .maybe }
  }

  /// Shows devices with an uncertain match if no certain match was found. Returns true if that changed anything.
  func showUncertain() -> Bool {
    state.withLock { state in
      guard !state.seenDevices.values.contains(where: \.isCertain) else { return false }
      state.showsUncertain = true
      return !state.seenDevices.isEmpty
    }
  }

  subscript(_ id: UUID) -> SeenDevice? { state.withLock { $0.seenDevices[id] } }

  /// Shows devices with the program's items.
  func show(_ items: [ASDiscoveredDisplayItem]) {
    state.withLock { state in
      for item in items {
        let id = item.accessory.record.identifier
        guard let seenDevice = state.seenDevices[id] else { continue }
        item.setupOptions.formUnion(seenDevice.item.setupOptions)
        state.seenDevices[id] = SeenDevice(
          advertisement: seenDevice.advertisement, item: item, isCertain: seenDevice.isCertain, isShown: true)
      }
    }
  }

  /// The devices to choose from.
  var candidates: [AccessoryCandidate] {
    state.withLock { state in
      state.order.compactMap { id in
        guard let seenDevice = state.seenDevices[id], seenDevice.isShown, seenDevice.isCertain || state.showsUncertain
        else {
          return nil
        }
        return AccessoryCandidate(
          id: id, name: seenDevice.advertisement.name, kind: seenDevice.item.name,
          rssi: seenDevice.advertisement.rssi,
          isCertain: seenDevice.isCertain)
      }
    }
  }
}

extension Advertisement {
  /// Returns this advertisement with the data that only an earlier one of the same device had.
  fileprivate func joined(with earlier: Advertisement) -> Advertisement {
    Advertisement(
      device: device, name: name ?? earlier.name,
      services: services + earlier.services.filter { !services.contains($0) },
      manufacturerData: earlier.manufacturerData.merging(manufacturerData) { $1 },
      serviceData: earlier.serviceData.merging(serviceData) { $1 }, rssi: rssi ?? earlier.rssi,
      isConnectable: isConnectable || earlier.isConnectable)
  }
}
