import HaloCaptures

extension CaptureSurvey {
  /// The JSON object that `halo capture info --json` prints.
  var fields: JSONFields {
    var words = CaptureFormatter()
    return [
      "format": format.name, "comment": comment, "packets": problems.recordCount,
      "from": firstTime.map { words.time($0) }, "to": lastTime.map { words.time($0) },
      "operations": Dictionary(operations.map { ($0.key.name.description, $0.value) }, uniquingKeysWith: +),
      "devices": devices.map { fields(of: $0, &words) },
      "skipped": [
        "truncatedPackets": problems.truncatedCount, "cutOffBytes": problems.cutOffByteCount,
        "damagedPlaces": problems.damagedPlaceCount, "damagedBytes": problems.damagedByteCount,
        "malformedRecords": problems.malformedCount, "droppedByLogger": problems.droppedCount,
        "unknown": problems.unknown, "unfinishedPackets": losses.unfinishedCount, "strayFragments": losses.strayCount,
        "malformedPackets": losses.malformedCount,
      ] as JSONFields,
    ]
  }

  private func fields(of device: DeviceFindings, _ words: inout CaptureFormatter) -> JSONFields {
    let described = names.map(device.place)
    let tree = described?.tree ?? []
    let known = Set(tree.flatMap { $0.characteristics.map(\.handle) })
    let unnamed = device.traffic.keys.filter { !known.contains($0) && described?.attribute($0) == nil }.sorted()
    func attribute(_ handle: UInt16, _ entry: AttributeMap.Entry?) -> JSONFields {
      [
        "handle": Int(handle), "characteristic": entry?.uuid.description, "name": entry?.uuid.assignedName,
        "origin": entry?.origin.rawValue, "sent": device.traffic[handle]?.sentCount ?? 0,
        "received": device.traffic[handle]?.receivedCount ?? 0,
      ]
    }
    return [
      "device": device.address?.description, "link": device.address == nil ? device.link : nil, "name": device.name,
      "families": device.families.map(\.id), "links": device.linkCount, "encrypted": device.isEncrypted,
      "operations": device.operationCount, "from": device.firstTime.map { words.time($0) },
      "to": device.lastTime.map { words.time($0) },
      "information": Dictionary(
        device.information.map { ($0.key.assignedName ?? $0.key.description, $0.value) }, uniquingKeysWith: { $1 }),
      "services": tree.map { service -> JSONFields in
        [
          "service": service.service?.description, "name": service.service?.assignedName,
          "characteristics": service.characteristics.map { attribute($0.handle, $0) },
        ]
      },
      "unnamed": unnamed.map { attribute($0, nil) },
    ]
  }
}
