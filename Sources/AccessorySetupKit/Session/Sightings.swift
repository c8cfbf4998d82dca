#if !canImport(Darwin)
  import CoreBluetooth
  import Foundation
  import HaloBluetooth
  import Synchronization

  /// The devices that a picker has found, with their advertisements and display items.
  final class Sightings: Sendable {
    /// A device that matches a display item.
    struct Sighting: Sendable {
      let advertisement: Advertisement
      let item: ASPickerDisplayItem
      /// True if the advertisement proves the match. If false, nothing contradicts it.
      let isCertain: Bool
      /// True if the picker shows the device.
      var isShown: Bool
    }

    private struct State {
      var advertisements: [DeviceID: Advertisement] = [:]
      var sightings: [UUID: Sighting] = [:]
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
    func note(_ heard: Advertisement) -> UUID? {
      let id = DeviceIdentifier(heard.device).uuid
      guard !excluded.contains(id) else { return nil }
      return state.withLock { state in
        // A device may split its data over several packets.
        let known = state.advertisements[heard.device].map { heard.joined(with: $0) } ?? heard
        state.advertisements[heard.device] = known
        let earlier = state.sightings[id]
        guard let (item, match) = Self.item(of: known, among: items) else { return nil }
        let isShown = earlier?.isShown ?? !isFiltered
        state.sightings[id] = Sighting(
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
        guard !state.sightings.values.contains(where: \.isCertain) else { return false }
        state.showsUncertain = true
        return !state.sightings.isEmpty
      }
    }

    subscript(_ id: UUID) -> Sighting? { state.withLock { $0.sightings[id] } }

    /// Shows devices with the program's items.
    func show(_ items: [ASDiscoveredDisplayItem]) {
      state.withLock { state in
        for item in items {
          let id = item.accessory.record.identifier
          guard let sighting = state.sightings[id] else { continue }
          item.setupOptions.formUnion(sighting.item.setupOptions)
          state.sightings[id] = Sighting(
            advertisement: sighting.advertisement, item: item, isCertain: sighting.isCertain, isShown: true)
        }
      }
    }

    /// The devices to choose from.
    var candidates: [AccessoryCandidate] {
      state.withLock { state in
        state.order.compactMap { id in
          guard let sighting = state.sightings[id], sighting.isShown, sighting.isCertain || state.showsUncertain else {
            return nil
          }
          return AccessoryCandidate(
            id: id, name: sighting.advertisement.name, kind: sighting.item.name, rssi: sighting.advertisement.rssi,
            isCertain: sighting.isCertain)
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
#endif
