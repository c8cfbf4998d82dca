import HaloCaptures

/// The contents of a capture as text.
enum CaptureInfoText {
  static func report(_ survey: CaptureSurvey, _ terminal: Terminal) -> String {
    var text = terminal.paint(survey.format.name, .bold) + ", \(packets(survey.problems.recordCount).text)"
    if let first = survey.firstTime, let last = survey.lastTime {
      text += Phrase(", \(time(first)) to \(time(last)) (\(duration(from: first, to: last)))").text
    }
    let operations = operations(survey.operations.values.reduce(0, +))
    let count = survey.devices.count
    let contents =
      count == 1
      ? Phrase("\(operations) of the attribute protocol (ATT) with 1 device.")
      : Phrase("\(operations) of the attribute protocol (ATT) with \(count) devices.")
    text += "\n\(contents.text)\n"
    if let comment = survey.comment { text += "\n\(VisibleText.replacing(comment) { $0 == "\n" ? nil : "?" })\n" }
    for device in survey.devices { text += "\n" + describe(device, survey, terminal) }
    let unreadableData = unreadableData(survey)
    return text + (unreadableData.isEmpty ? "" : "\n\(unreadableData)")
  }

  private static func describe(
    _ device: CaptureSurvey.DeviceFindings, _ survey: CaptureSurvey, _ terminal: Terminal
  ) -> String {
    var text = terminal.paint(VisibleText.printable(device.label), .bold)
    if let family = device.families.first { text += "  " + terminal.paint(family.name.text, .green) }
    var traffic = [links(device.linkCount)]
    if device.isEncrypted { traffic.append(Phrase("encrypted")) }
    let operations = operations(device.operationCount)
    if let first = device.firstTime, let last = device.lastTime {
      traffic.append(Phrase("\(operations) in \(duration(from: first, to: last))"))
    } else {
      traffic.append(operations)
    }
    text += "\n  \(Phrase.list(traffic)?.text ?? "")\n"
    for (uuid, value) in device.information.sorted(by: { $0.key.description < $1.key.description }) {
      text += "  \(uuid.assignedName ?? uuid.description): \(VisibleText.printable(value))\n"
    }
    var named: Set<UInt16> = []
    if let map = survey.names.map(device.place) {
      for (service, range, entries) in map.tree {
        let place = range.map { " (\(hexadecimal($0.lowerBound))–\(hexadecimal($0.upperBound)))" } ?? ""
        text +=
          "  " + terminal.paint(service.map { name(of: $0) } ?? Phrase("unknown service").text, .blue) + place + "\n"
        for entry in entries {
          named.insert(entry.handle)
          var line = "    \(hexadecimal(entry.handle))  " + name(of: entry.uuid, in: service).padded(to: 38)
          if !entry.properties.isEmpty { line += "  " + words(entry.properties).padded(to: 22) }
          if entry.origin == .guessed { line += "  " + Phrase("guessed from its values").text }
          line += Self.traffic(device.traffic[entry.handle])
          text += line.trimmingEnd + "\n"
          for descriptor in map.descriptors(of: entry) {
            named.insert(descriptor.handle)
            guard descriptor.uuid != .clientConfiguration else { continue }
            let traffic = Self.traffic(device.traffic[descriptor.handle])
            if !traffic.isEmpty {
              let name = Phrase("descriptor \(name(of: descriptor.uuid))").text
              text += "      \(hexadecimal(descriptor.handle))  \(name)\(traffic)\n"
            }
          }
        }
      }
    }
    let unnamed = device.traffic.keys.filter { !named.contains($0) }.sorted()
    if !unnamed.isEmpty {
      text += "  " + terminal.paint(Phrase("unknown handles").text, .blue)
      text += " " + Phrase("(name them with --map)").text + "\n"
      for handle in unnamed { text += "    \(hexadecimal(handle))\(Self.traffic(device.traffic[handle]))\n" }
    }
    return text
  }

  private static func traffic(_ traffic: CaptureSurvey.Traffic?) -> String {
    guard let traffic else { return "" }
    let parts = [
      traffic.sentCount > 0 ? "→ \(TextFormat.grouped(traffic.sentCount))" : nil,
      traffic.receivedCount > 0 ? "← \(TextFormat.grouped(traffic.receivedCount))" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? "" : "  " + parts.joined(separator: "  ")
  }

  /// Returns the characteristics by handle, in the format of `--map`.
  static func map(_ survey: CaptureSurvey) -> String {
    var text = ""
    for device in survey.devices {
      guard let map = survey.names.map(device.place), !map.isEmpty else { continue }
      text += "# \(VisibleText.printable(device.label))\n"
      for (service, _, entries) in map.tree {
        for entry in entries {
          let place = service.map { " \($0)" } ?? ""
          text += "\(hexadecimal(entry.handle)) \(entry.uuid)\(place)  # \(name(of: entry.uuid, in: service))\n"
        }
      }
    }
    return text
  }

  /// Returns a line for each kind of unreadable data; empty if everything was read.
  static func unreadableData(_ survey: CaptureSurvey) -> String {
    let problems = survey.problems
    let losses = survey.losses
    var lines: [Phrase] = []
    func add(_ count: Int, _ phrase: (Int) -> Phrase) { if count > 0 { lines.append(phrase(count)) } }
    add(problems.truncatedCount) { Phrase("\(packets($0)) truncated by the logger and skipped") }
    add(problems.cutOffByteCount) {
      Phrase("\(bytes($0)) of an incomplete record at the end: the file was truncated")
    }
    add(problems.damagedPlaceCount) {
      let skipped = bytes(problems.damagedByteCount)
      return $0 == 1
        ? Phrase("1 damaged place, \(skipped) skipped") : Phrase("\($0) damaged places, \(skipped) skipped")
    }
    add(problems.malformedCount) { Phrase("\(records($0)) with invalid contents") }
    add(problems.droppedCount) { Phrase("\(packets($0)) dropped by the logger") }
    for (name, count) in problems.unknown.sorted(by: { $0.key < $1.key }) {
      lines.append(Phrase("\(records(count)) of an unknown type: \(name)"))
    }
    add(losses.unfinishedCount) { Phrase("\(packets($0)) with missing fragments") }
    add(losses.strayCount) {
      $0 == 1
        ? Phrase("1 fragment without its start, for example because the log rolled over")
        : Phrase("\($0) fragments without their start, for example because the log rolled over")
    }
    add(losses.malformedCount) { Phrase("\(packets($0)) of a link with invalid contents") }
    guard !lines.isEmpty else { return "" }
    return Phrase("Not read:").text + "\n" + lines.map { "  \($0.text)\n" }.joined()
  }

  private static func packets(_ count: Int) -> Phrase { count == 1 ? Phrase("1 packet") : Phrase("\(count) packets") }
  private static func records(_ count: Int) -> Phrase { count == 1 ? Phrase("1 record") : Phrase("\(count) records") }
  static func bytes(_ count: Int) -> Phrase { count == 1 ? Phrase("1 byte") : Phrase("\(count) bytes") }
  static func links(_ count: Int) -> Phrase { count == 1 ? Phrase("1 link") : Phrase("\(count) links") }

  /// Returns a count of ATT operations.
  static func operations(_ count: Int) -> Phrase {
    count == 1 ? Phrase("1 operation") : Phrase("\(count) operations")
  }

  static func name(of attribute: Attribute) -> String {
    let characteristic = attribute.characteristic.map { name(of: $0, in: attribute.service) }
    guard let descriptor = attribute.descriptor else { return characteristic ?? "?" }
    let words =
      descriptor == .clientConfiguration
      ? Phrase("subscription").text : descriptor.assignedName ?? descriptor.description
    return characteristic.map { "\($0): \(words)" } ?? words
  }

  static func name(of uuid: BluetoothUUID, in service: BluetoothUUID? = nil) -> String {
    if let purpose = HaloProgram.registry.purpose(of: uuid, in: service) { return purpose }
    return uuid.assignedName.map { "\($0) (\(uuid))" } ?? uuid.description
  }

  static func hexadecimal(_ handle: UInt16) -> String {
    "0x" + String(hexadecimal: handle, width: 4, uppercase: true)
  }

  private static func words(_ properties: Characteristic.Properties) -> String {
    properties.names.map { $0 == "write-without-response" ? "command" : $0 }.joined(separator: ", ")
  }

  /// Returns the local time, to the second.
  static func time(_ time: CaptureTime) -> String {
    "\(time.localClock.date) \(time.localClock.timeWithSeconds)"
  }

  private static func duration(from start: CaptureTime, to end: CaptureTime) -> String {
    let seconds = Double(end.microseconds(since: start)) / 1_000_000
    return MeasureWording.duration(seconds: Int(min(seconds.rounded(), 1e9))).text
  }
}
