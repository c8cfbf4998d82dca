extension DeviceTaskRunner {
  /// Duration of a scan.
  private static let scan = Duration.seconds(10)

  /// Scans for devices and returns them as events.
  func look(_ seen: SeenDevices) -> AsyncStream<String> {
    let (viewer, events) = Viewer.make(buffer: 256)
    // Each scan reports every nearby device again.
    let shown = SeenDevices()
    let work = begin { [self] in
      do {
        let paired = Set(try await engine.journal.perform { try $0.devices() }.map(\.identifier))
        try await engine.look(for: Self.scan) { advertisement in
          guard let latest = shown.addIfChanged(seen.add(advertisement)) else { return }
          viewer.send("found", FoundDevice(latest, isPaired: paired.contains(latest.device), self.engine.registry))
        }
        let count = shown.count(supportedBy: engine.registry)
        let words =
          switch count {
          case 0:
            Phrase(
              "No wearable was found. Bring it closer, wake it on its charger, and close its app on your phone, which may be connected to it."
            )
          case 1: Phrase("One device was found.")
          default: Phrase("\(count) devices were found.")
          }
        viewer.send("end", ScanEnd(found: count, words: words))
      } catch {
        viewer.send("end", ScanEnd(found: 0, words: APIError(error).what))
      }
      viewer.finish()
    }
    viewer.onEnd { work.cancel() }
    return events
  }
}

/// A device that a scan has found.
private struct FoundDevice: Encodable {
  let id: String
  let name: String
  let model: Phrase?
  let kind: WearableFamily.Kind
  let supported: Bool
  let paired: Bool
  let signal: Int?
  let words: Phrase?

  init(_ advertisement: Advertisement, isPaired: Bool, _ registry: DriverRegistry) {
    let family = registry.driver(for: advertisement)?.family
    let strength = advertisement.rssi.map {
      $0 > -55
        ? Phrase("strong signal, nearby")
        : $0 > -75 ? Phrase("medium signal, probably in the same room") : Phrase("weak signal, farther away")
    }
    id = advertisement.device.text
    name = advertisement.name ?? id
    model = family?.name
    kind = family?.kind ?? .other
    supported = family != nil
    paired = isPaired
    signal = advertisement.rssi
    words = Phrase.list([model ?? Phrase("not supported by Halo"), strength].compactMap(\.self))
  }
}

/// The end of a scan.
private struct ScanEnd: Encodable {
  let found: Int
  let words: Phrase
}
