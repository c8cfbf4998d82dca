#if !canImport(Darwin)
  import CoreBluetooth
  import Foundation
  import HaloBluetooth
  import Synchronization

  /// The devices that a picker has found: what they have said so far, and which display item they are for.
  final class Sightings: Sendable {
    /// A device that a display item is for.
    struct Sighting: Sendable {
      let advertisement: Advertisement
      let item: ASPickerDisplayItem
      /// Whether what it advertises says that it is one of those; otherwise nothing says that it is none.
      let isCertain: Bool
      /// Whether the picker shows it.
      var isShown: Bool
    }

    private struct State {
      var advertisements: [DeviceID: Advertisement] = [:]
      var sightings: [UUID: Sighting] = [:]
      /// In the order in which they were found.
      var order: [UUID] = []
      /// Whether those are shown of which nothing is certain.
      var showsUncertain = false
    }

    private let items: [ASPickerDisplayItem]
    private let excluded: Set<UUID>
    private let isFiltered: Bool
    private let state = Mutex(State())

    /// For those items. Devices that are `excluded` are not told; where it is filtered, the program says which of them are shown.
    init(_ items: [ASPickerDisplayItem], excluded: Set<UUID>, isFiltered: Bool) {
      self.items = items
      self.excluded = excluded
      self.isFiltered = isFiltered
    }

    /// Notes an advertisement; the device's identifier where it was found by it for the first time.
    func note(_ heard: Advertisement) -> UUID? {
      let id = DeviceIdentifier(heard.device).uuid
      guard !excluded.contains(id) else { return nil }
      return state.withLock { state in
        // A device tells in one packet this, and in the next one that.
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

    /// The item that a device is for: one of which that is certain, where there is one.
    private static func item(
      of advertisement: Advertisement, among items: [ASPickerDisplayItem]
    ) -> (ASPickerDisplayItem, DescriptorRules.Match)? {
      let matches = items.map { ($0, $0.descriptor.rules.match(advertisement)) }
      return matches.first { $0.1 == .yes } ?? matches.first { $0.1 == .maybe }
    }

    /// Where nothing certain was found until now, shows those that do not say what they are; whether that changed anything.
    func showUncertain() -> Bool {
      state.withLock { state in
        guard !state.sightings.values.contains(where: \.isCertain) else { return false }
        state.showsUncertain = true
        return !state.sightings.isEmpty
      }
    }

    subscript(_ id: UUID) -> Sighting? { state.withLock { $0.sightings[id] } }

    /// Shows devices as the program wants them shown.
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

    /// What can be chosen from.
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
    /// This one, with what an earlier one of the same device told and this one does not.
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
