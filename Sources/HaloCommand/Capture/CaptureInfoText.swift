import HaloBluetooth
import HaloCaptures
import HaloHealth
import HaloReports
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is in a capture, in words.
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
      ? Phrase("\(operations) of the attribute protocol with 1 device.")
      : Phrase("\(operations) of the attribute protocol with \(count) devices.")
    text += "\n\(contents.text)\n"
    if let comment = survey.comment { text += "\n\(Words.printable(comment, keepingLines: true))\n" }
    for device in survey.devices { text += "\n" + describe(device, survey, terminal) }
    let troubles = troubles(survey)
    return text + (troubles.isEmpty ? "" : "\n\(troubles)")
  }

  private static func describe(
    _ device: CaptureSurvey.DeviceFindings, _ survey: CaptureSurvey, _ terminal: Terminal
  ) -> String {
    var text = terminal.paint(Words.printable(device.label), .bold)
    let families = survey.families(of: device)
    if !families.isEmpty { text += "  " + terminal.paint(families.joined(separator: ", "), .green) }
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
      text += "  \(uuid.assignedName ?? uuid.description): \(Words.printable(value))\n"
    }
    var named: Set<UInt16> = []
    if let map = survey.names.map(device.place) {
      for (service, range, entries) in map.tree {
        let place = range.map { " (\(hexadecimal($0.lowerBound))–\(hexadecimal($0.upperBound)))" } ?? ""
        text +=
          "  " + terminal.paint(service.map { name(of: $0) } ?? Phrase("service not known").text, .blue) + place + "\n"
        for entry in entries {
          named.insert(entry.handle)
          var line = "    \(hexadecimal(entry.handle))  " + name(of: entry.uuid).padded(to: 38)
          if !entry.properties.isEmpty { line += "  " + words(entry.properties).padded(to: 22) }
          if entry.origin == .guessed { line += "  " + Phrase("by what its values look like").text }
          line += Self.traffic(device.traffic[entry.handle])
          text += String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
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
      text += "  " + terminal.paint(Phrase("handles without a name").text, .blue)
      text += " " + Phrase("(give one with --map)").text + "\n"
      for handle in unnamed { text += "    \(hexadecimal(handle))\(Self.traffic(device.traffic[handle]))\n" }
    }
    return text
  }

  private static func traffic(_ traffic: CaptureSurvey.Traffic?) -> String {
    guard let traffic else { return "" }
    let parts = [
      traffic.sentCount > 0 ? "→ \(Words.grouped(traffic.sentCount))" : nil,
      traffic.receivedCount > 0 ? "← \(Words.grouped(traffic.receivedCount))" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? "" : "  " + parts.joined(separator: "  ")
  }

  /// Which handle is which characteristic, as `--map` reads it.
  static func map(_ survey: CaptureSurvey) -> String {
    var text = ""
    for device in survey.devices {
      guard let map = survey.names.map(device.place), !map.isEmpty else { continue }
      text += "# \(Words.printable(device.label))\n"
      for (service, _, entries) in map.tree {
        for entry in entries {
          let service = service.map { " \($0)" } ?? ""
          text += "\(hexadecimal(entry.handle)) \(entry.uuid)\(service)  # \(name(of: entry.uuid))\n"
        }
      }
    }
    return text
  }

  /// What could not be read, a line each; empty where everything was.
  static func troubles(_ survey: CaptureSurvey) -> String {
    let (problems, losses) = (survey.problems, survey.losses)
    var lines: [Phrase] = []
    func add(_ count: Int, _ phrase: (Int) -> Phrase) { if count > 0 { lines.append(phrase(count)) } }
    add(problems.truncatedCount) { Phrase("\(packets($0)) kept only in part by the logger, and not read") }
    add(problems.cutOffByteCount) {
      Phrase("\(bytes($0)) at the end that are no whole record: the file was cut off")
    }
    add(problems.damagedPlaceCount) {
      let skipped = bytes(problems.damagedByteCount)
      return $0 == 1
        ? Phrase("1 damaged place, \(skipped) passed over") : Phrase("\($0) damaged places, \(skipped) passed over")
    }
    add(problems.malformedCount) { Phrase("\(records($0)) that cannot be what they say") }
    add(problems.droppedCount) { Phrase("\(packets($0)) dropped by the logger") }
    for (name, count) in problems.unknown.sorted(by: { $0.key < $1.key }) {
      lines.append(Phrase("\(records(count)) of an unknown kind: \(name)"))
    }
    add(losses.unfinishedCount) { Phrase("\(packets($0)) of which not all fragments came") }
    add(losses.strayCount) {
      $0 == 1
        ? Phrase("1 fragment whose beginning is missing, as where a log has rolled over")
        : Phrase("\($0) fragments whose beginning is missing, as where a log has rolled over")
    }
    add(losses.malformedCount) { Phrase("\(packets($0)) of a link that cannot be what they say") }
    guard !lines.isEmpty else { return "" }
    return Phrase("Not read:").text + "\n" + lines.map { "  \($0.text)\n" }.joined()
  }

  private static func packets(_ count: Int) -> Phrase { count == 1 ? Phrase("1 packet") : Phrase("\(count) packets") }
  private static func records(_ count: Int) -> Phrase { count == 1 ? Phrase("1 record") : Phrase("\(count) records") }
  static func bytes(_ count: Int) -> Phrase { count == 1 ? Phrase("1 byte") : Phrase("\(count) bytes") }
  static func links(_ count: Int) -> Phrase { count == 1 ? Phrase("1 link") : Phrase("\(count) links") }

  /// A number of operations of the attribute protocol.
  static func operations(_ count: Int) -> Phrase {
    count == 1 ? Phrase("1 operation") : Phrase("\(count) operations")
  }

  static func name(of attribute: Attribute) -> String {
    let characteristic = attribute.characteristic.map { name(of: $0) }
    guard let descriptor = attribute.descriptor else { return characteristic ?? "?" }
    let words =
      descriptor == .clientConfiguration
      ? Phrase("subscription").text : descriptor.assignedName ?? descriptor.description
    return characteristic.map { "\($0): \(words)" } ?? words
  }

  static func name(of uuid: BluetoothUUID) -> String {
    if let purpose = HaloProgram.registry.purpose(of: uuid) { return purpose }
    return uuid.assignedName.map { "\($0) (\(uuid))" } ?? uuid.description
  }

  static func hexadecimal(_ handle: UInt16) -> String {
    let digits = String(handle, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func words(_ properties: Characteristic.Properties) -> String {
    let words: [(Characteristic.Properties, String)] = [
      (.read, "read"), (.write, "write"), (.writeWithoutResponse, "command"), (.notify, "notify"),
      (.indicate, "indicate"),
    ]
    return words.filter { properties.contains($0.0) }.map(\.1).joined(separator: ", ")
  }

  /// A moment here, to the second.
  static func time(_ time: CaptureTime) -> String {
    let date = Date(timeIntervalSince1970: Double(time.microseconds) / 1_000_000)
    let clock = time.wallClock(secondsFromGMT: WallTime.system.secondsFromGMT(at: date))
    let second = clock.second
    return "\(clock.date) \(clock.time):\(second < 10 ? "0" : "")\(second)"
  }

  private static func duration(from start: CaptureTime, to end: CaptureTime) -> String {
    let seconds = Double(end.microseconds(since: start)) / 1_000_000
    return seconds < 120 ? "\(Words.number(seconds)) s" : Words.duration(Int(min(seconds / 60, 1e9)))
  }
}
