/// Link and device events in HCI packets.
enum LinkChange {
  /// A link was established.
  case connected(handle: UInt16, DeviceAddress)
  /// A link ended.
  case disconnected(handle: UInt16, reason: UInt8)
  /// A device reported its name.
  case named(DeviceAddress, String)
  /// Encryption was enabled on a link.
  case encrypted(handle: UInt16)
  /// The controller was reset, which ends all links.
  case reset
}

/// Parses the HCI packets about links and devices (Core Specification, volume 4, part E, 7).
enum LinkChangeParser {
  /// Calls `body` with each event in a packet.
  static func news(_ record: CaptureRecord, needsNames: Bool, _ body: (LinkChange) -> Void) {
    switch record.kind {
    case .command:
      if record.bytes.le16(0) == 0x0C03 { body(.reset) }
    case .event:
      guard let code = record.bytes.u8(0), let length = record.bytes.u8(1) else { return }
      // Most events are advertisements, which contain at most a name.
      if code == 0x3E, !needsNames, record.bytes.u8(2) == 0x02 || record.bytes.u8(2) == 0x0D { return }
      event(code, record.bytes.from(2, length: Int(length)), body)
    case .acl, .synchronous, .isochronous: break
    }
  }

  private static func event(_ code: UInt8, _ parameters: ArraySlice<UInt8>, _ body: (LinkChange) -> Void) {
    switch code {
    case 0x03: connection(parameters, handleOffset: 1, addressOffset: 3, body)
    case 0x05:
      if parameters.u8(0) == 0, let handle = parameters.le16(1) {
        body(.disconnected(handle: handle & 0x0FFF, reason: parameters.u8(3) ?? 0))
      }
    case 0x07:
      let name = parameters.from(7).prefix { $0 != 0 }
      if parameters.u8(0) == 0, !name.isEmpty, let address = DeviceAddress(parameters, at: 1) {
        body(.named(address, String(decoding: name, as: UTF8.self)))
      }
    case 0x08, 0x59:
      if parameters.u8(0) == 0, let handle = parameters.le16(1), parameters.u8(3) != 0 {
        body(.encrypted(handle: handle & 0x0FFF))
      }
    case 0x3E: lowEnergy(parameters, body)
    default: break
    }
  }

  private static func lowEnergy(_ parameters: ArraySlice<UInt8>, _ body: (LinkChange) -> Void) {
    switch parameters.u8(0) {
    // The connection-complete event, the enhanced one and its second version begin alike.
    case 0x01, 0x0A, 0x29: connection(parameters.from(1), handleOffset: 1, addressOffset: 5, body)
    case 0x02, 0x0D:
      AdvertisingReport.forEach(parameters) { report in
        let data = parameters.from(report.dataRange.lowerBound, length: report.dataRange.count)
        if let name = AdvertisingData.name(data) { body(.named(report.address, name)) }
      }
    default: break
    }
  }

  private static func connection(
    _ parameters: ArraySlice<UInt8>, handleOffset: Int, addressOffset: Int, _ body: (LinkChange) -> Void
  ) {
    guard parameters.u8(0) == 0, let handle = parameters.le16(handleOffset),
      let address = DeviceAddress(parameters, at: addressOffset)
    else { return }
    body(.connected(handle: handle & 0x0FFF, address))
  }
}
