/// Assigns the handles used in a recording. Operating systems do not expose the device's handles, so they are numbered
/// in order of discovery.
struct CapturedHandles {
  /// A service and its characteristics.
  struct Group {
    let uuid: BluetoothUUID
    let range: ClosedRange<UInt16>
    var members: [Member] = []
  }

  /// A characteristic: its declaration precedes its value, its descriptors follow.
  struct Member {
    let characteristic: Characteristic
    let value: UInt16
    var descriptors: [(handle: UInt16, uuid: BluetoothUUID)] = []
  }

  private(set) var groups: [Group] = []
  private var values: [Characteristic: Member] = [:]

  init(_ services: [Service]) {
    var next: UInt16 = 1
    let count = services.reduce(0) { $0 + 1 + $1.characteristics.reduce(0) { $0 + 3 + $1.descriptors.count } }
    // Omit the services if they need more than 65,535 handles; no real device does.
    for service in count < 0xFFFF ? services : [] {
      let start = next
      next += 1
      var members: [Member] = []
      for characteristic in service.characteristics {
        var member = Member(characteristic: characteristic, value: next + 1)
        next += 2
        var uuids = characteristic.descriptors
        // Some operating systems do not list the descriptor that a subscription writes.
        if !uuids.contains(.clientConfiguration), !characteristic.properties.isDisjoint(with: [.notify, .indicate]) {
          uuids.append(.clientConfiguration)
        }
        for uuid in uuids {
          member.descriptors.append((next, uuid))
          next += 1
        }
        members.append(member)
        values[characteristic] = member
      }
      groups.append(Group(uuid: service.uuid, range: start...(next - 1), members: members))
    }
  }

  /// Returns the value handle of a characteristic; 0 if it was not discovered.
  func value(_ characteristic: Characteristic) -> UInt16 { values[characteristic]?.value ?? 0 }

  /// Returns the handle of a descriptor; 0 if it was not discovered.
  func descriptor(_ uuid: BluetoothUUID, of characteristic: Characteristic) -> UInt16 {
    values[characteristic]?.descriptors.first { $0.uuid == uuid }?.handle ?? 0
  }

  /// Returns the requests and responses by which a host discovers all attributes, for an MTU of `mtu` bytes.
  func discovery(mtu: Int) -> [(request: [UInt8], answer: [UInt8])] {
    var exchanges: [(request: [UInt8], answer: [UInt8])] = []
    /// Sends requests from `start` on until an error ends the list, as hosts do.
    func ask(
      _ opcode: UInt8, _ answer: UInt8, _ range: ClosedRange<UInt16>, type: [UInt8],
      _ entries: [(last: UInt16, bytes: [UInt8])], prefix: (Int) -> UInt8
    ) {
      var start = range.lowerBound
      var rest = entries[...]
      while true {
        let request = [opcode] + start.littleEndianBytes + range.upperBound.littleEndianBytes + type
        guard let first = rest.first else {
          return exchanges.append((request, [0x01, opcode] + start.littleEndianBytes + [0x0A]))
        }
        // All entries of a response have the same length, stated in one byte (at most 255).
        let room = max(1, (min(mtu, 255) - 2) / first.bytes.count)
        let fitting = rest.prefix { $0.bytes.count == first.bytes.count }.prefix(room)
        exchanges.append((request, [answer, prefix(first.bytes.count)] + fitting.flatMap(\.bytes)))
        rest = rest.dropFirst(fitting.count)
        guard let last = fitting.last?.last, last < range.upperBound else { return }
        start = last + 1
      }
    }
    ask(
      0x10, 0x11, 1...0xFFFF, type: [0x00, 0x28],
      groups.map {
        (
          $0.range.upperBound,
          $0.range.lowerBound.littleEndianBytes + $0.range.upperBound.littleEndianBytes + $0.uuid.attributeBytes
        )
      }
    ) { UInt8($0) }
    for group in groups where !group.members.isEmpty {
      let declarations = group.members.map { member in
        (
          member.value,
          (member.value - 1).littleEndianBytes + [member.characteristic.properties.rawValue]
            + member.value.littleEndianBytes
            + member.characteristic.uuid.attributeBytes
        )
      }
      ask(0x08, 0x09, group.range, type: [0x03, 0x28], declarations) { UInt8($0) }
      for member in group.members {
        guard let first = member.descriptors.first, let last = member.descriptors.last else { continue }
        let entries = member.descriptors.map { ($0.handle, $0.handle.littleEndianBytes + $0.uuid.attributeBytes) }
        ask(0x04, 0x05, first.handle...last.handle, type: [], entries) { $0 == 4 ? 1 : 2 }
      }
    }
    return exchanges
  }
}
