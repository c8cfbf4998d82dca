import HaloBluetooth
import HaloCaptures
import HaloWearables

/// The contents of a capture, as printed by `halo capture info --json`.
struct CaptureInfoReport: Encodable {
  struct Device: Encodable {
    let device: String?
    let link: Int?
    let name: String?
    let families: [String]
    let links: Int
    let encrypted: Bool
    let operations: Int
    let from: String?
    let to: String?
    let information: [String: String]
    let services: [Service]
    let unnamed: [Attribute]
  }

  struct Service: Encodable {
    let service: String?
    let name: String?
    let characteristics: [Attribute]
  }

  struct Attribute: Encodable {
    let handle: Int
    let characteristic: String?
    let name: String?
    let origin: String?
    let sent: Int
    let received: Int
  }

  struct Skipped: Encodable {
    let truncatedPackets: Int
    let cutOffBytes: Int
    let damagedPlaces: Int
    let damagedBytes: Int
    let malformedRecords: Int
    let droppedByLogger: Int
    let unknown: [String: Int]
    let unfinishedPackets: Int
    let strayFragments: Int
    let malformedPackets: Int
  }

  let format: String
  let comment: String?
  let packets: Int
  let from: String?
  let to: String?
  let operations: [String: Int]
  let devices: [Device]
  let skipped: Skipped

  init(_ survey: CaptureSurvey) {
    var words = CaptureFormatter()
    format = survey.format.name
    comment = survey.comment
    packets = survey.problems.recordCount
    from = survey.firstTime.map { words.time($0) }
    to = survey.lastTime.map { words.time($0) }
    operations = Dictionary(survey.operations.map { ($0.key.name.description, $0.value) }, uniquingKeysWith: +)
    devices = survey.devices.map { device in
      let tree = survey.names.map(device.place)?.tree ?? []
      let known = Set(tree.flatMap { $0.characteristics.map(\.handle) })
      let described = survey.names.map(device.place)
      func attribute(_ handle: UInt16, _ entry: AttributeMap.Entry?) -> Attribute {
        Attribute(
          handle: Int(handle), characteristic: entry?.uuid.description, name: entry?.uuid.assignedName,
          origin: entry?.origin.rawValue, sent: device.traffic[handle]?.sentCount ?? 0,
          received: device.traffic[handle]?.receivedCount ?? 0)
      }
      return Device(
        device: device.address?.description, link: device.address == nil ? device.link : nil, name: device.name,
        families: device.families.map(\.name), links: device.linkCount, encrypted: device.isEncrypted,
        operations: device.operationCount, from: device.firstTime.map { words.time($0) },
        to: device.lastTime.map { words.time($0) },
        information: Dictionary(
          device.information.map { ($0.key.assignedName ?? $0.key.description, $0.value) }, uniquingKeysWith: { $1 }),
        services: tree.map { service in
          Service(
            service: service.service?.description, name: service.service?.assignedName,
            characteristics: service.characteristics.map { attribute($0.handle, $0) })
        },
        unnamed: device.traffic.keys.filter { !known.contains($0) && described?.attribute($0) == nil }.sorted().map {
          attribute($0, nil)
        })
    }
    let (problems, losses) = (survey.problems, survey.losses)
    skipped = Skipped(
      truncatedPackets: problems.truncatedCount, cutOffBytes: problems.cutOffByteCount,
      damagedPlaces: problems.damagedPlaceCount, damagedBytes: problems.damagedByteCount,
      malformedRecords: problems.malformedCount, droppedByLogger: problems.droppedCount, unknown: problems.unknown,
      unfinishedPackets: losses.unfinishedCount, strayFragments: losses.strayCount,
      malformedPackets: losses.malformedCount)
  }
}
