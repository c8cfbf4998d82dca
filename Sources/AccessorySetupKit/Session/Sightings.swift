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
      /// Whether the picker shows it.
      var isShown: Bool
    }

    private struct State {
      var advertisements: [DeviceID: Advertisement] = [:]
      var sightings: [UUID: Sighting] = [:]
      /// In the order in which they were found.
      var order: [UUID] = []
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
        if let sighting = state.sightings[id] {
          state.sightings[id] = Sighting(advertisement: known, item: sighting.item, isShown: sighting.isShown)
          return nil
        }
        guard let item = items.first(where: { $0.descriptor.rules.match(known) }) else { return nil }
        state.sightings[id] = Sighting(advertisement: known, item: item, isShown: !isFiltered)
        state.order.append(id)
        return id
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
          state.sightings[id] = Sighting(advertisement: sighting.advertisement, item: item, isShown: true)
        }
      }
    }

    /// What can be chosen from.
    var candidates: [AccessoryCandidate] {
      state.withLock { state in
        state.order.compactMap { id in
          guard let sighting = state.sightings[id], sighting.isShown else { return nil }
          return AccessoryCandidate(
            id: id, name: sighting.advertisement.name, kind: sighting.item.name, rssi: sighting.advertisement.rssi)
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
