/// The drivers that a program supports.
///
/// A program builds one registry and passes it to the engine, the front ends, captures and decoders. Drivers from other
/// packages work like Halo's own.
public struct DriverRegistry: Sendable {
  /// The drivers, in order of precedence.
  public let drivers: [any SessionReading.Type]
  /// The families whose captures can be decoded.
  public let conversations: [any ConversationReader.Type]
  private let characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader]

  /// Creates a registry of these drivers. If two have the same family id, or decode the same characteristic, the first
  /// one is used.
  public init(_ drivers: [any SessionReading.Type]) {
    var known: Set<String> = []
    self.drivers = drivers.filter { known.insert($0.family.id).inserted }
    conversations = self.drivers.compactMap { $0.conversation }
    characteristicReaders = self.drivers.reversed().reduce(into: StandardServices.readers) { all, driver in
      all.merge(driver.characteristicReaders) { _, own in own }
    }
  }

  /// Returns the driver of a family; `nil` if it is not registered.
  public func driver(_ family: String) -> (any SessionReading.Type)? { drivers.first { $0.family.id == family } }

  /// Returns the driver that matches an advertisement with the highest certainty, and of equal ones the first. List a
  /// driver that only knows a standard service after those that know devices with services of their own.
  public func driver(for advertisement: Advertisement) -> (any SessionReading.Type)? {
    drivers.compactMap { driver in driver.match(advertisement).map { (driver, $0) } }.max { $0.1 < $1.1 }?.0
  }

  /// Returns the drivers that an advertisement matches, the certain matches first.
  public func matches(_ advertisement: Advertisement) -> [(driver: any SessionReading.Type, match: WearableMatch)] {
    let matches = drivers.compactMap { driver in driver.match(advertisement).map { (driver: driver, match: $0) } }
    return matches.filter { $0.match == .certain } + matches.filter { $0.match != .certain }
  }

  /// Returns the drivers of a device whose services are known, the best match first. A name alone is not sufficient: the
  /// services must match without it, or make the match better.
  public func drivers(ofConnected device: Advertisement) -> [any SessionReading.Type] {
    matches(device).filter { driver, match in
      driver.match(Advertisement(device: device.device, name: nil, services: device.services)) != nil
        || driver.match(device.with([])).map { $0 < match } ?? true
    }.map { $0.driver }
  }

  /// Decodes the machine data of an advertisement; `nil` if it contains no such data.
  public func advertisedMachine(_ advertisement: Advertisement) -> AdvertisedMachine? {
    drivers.lazy.compactMap { ($0 as? any MachineControlling.Type)?.advertisedMachine(advertisement) }.first
  }

  /// Returns a family's names and texts; `nil` if its driver is not registered.
  public func family(_ id: String) -> WearableFamily? { driver(id)?.family }

  /// Returns the kind of a family's devices; ``WearableFamily/Kind/other`` for a family without a driver.
  public func kind(of family: String) -> WearableFamily.Kind { self.family(family)?.kind ?? .other }

  /// Returns the actions of a family's devices; empty for a family without actions or driver.
  public func actions(of family: String) -> [DeviceAction] {
    (driver(family) as? any Actionable.Type)?.actions ?? []
  }

  /// Returns whether a family's devices store days that a sync reads; `false` for a family without a driver.
  public func storesDays(_ family: String) -> Bool { driver(family)?.storesDays ?? false }

  /// Returns why a value that the user entered is not written to a characteristic; `nil` if a family lists it as
  /// harmless. Checks with every driver, because the family of the device may be unknown.
  public func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal? {
    var verdicts = drivers.compactMap { $0.verdict(onWriting: value, to: characteristic) }
    if verdicts.isEmpty { verdicts = [StandardWrites.verdict(onWriting: value, to: characteristic)].compactMap(\.self) }
    if let verdict = FirmwareUpdate.verdict(onWritingTo: characteristic) { verdicts.append(verdict) }
    guard !verdicts.isEmpty else {
      return WriteRefusal(
        Phrase("No driver knows what may be written to \(characteristic.uuid.description)."), isUnknown: true)
    }
    var refusal: WriteRefusal?
    for verdict in verdicts {
      switch verdict {
      case .forbidden(let reason): return WriteRefusal(reason)
      case .unknown(let reason): refusal = refusal ?? WriteRefusal(reason, isUnknown: true)
      case .harmless: continue
      }
    }
    return refusal
  }

  // MARK: Decoding

  /// The characteristics whose values can be decoded on their own, sorted by number: standard ones, and those of the
  /// drivers.
  public var characteristics: [BluetoothUUID] { characteristicReaders.keys.sorted { $0.high < $1.high } }

  /// Returns the decoder of single values of a characteristic; `nil` if no driver has one.
  public func reader(of characteristic: BluetoothUUID) -> CharacteristicMessages.Reader? {
    characteristicReaders[characteristic]
  }

  /// Decodes a value of a characteristic. An unknown or invalid value keeps its bytes.
  public func message(_ value: [UInt8], of characteristic: BluetoothUUID) -> any MessageFields {
    characteristicReaders[characteristic]?(value) ?? UndecodedValue.unknown(value)
  }

  /// Decodes frames of a device of a family into messages, each as a line of JSON. Frames of a family without a driver
  /// become `unknown`, with their bytes.
  public func messages(in frames: [RecordedFrame], family: String) -> [String] {
    var lines = JSONLineWriter()
    var decoder = driver(family)?.frameDecoder?.init()
    for frame in frames {
      if decoder == nil || characteristicReaders[frame.characteristic] != nil {
        message(frame.bytes, of: frame.characteristic).appendJSONLine(to: &lines)
      } else {
        decoder?.receive(frame.bytes, .received, of: frame.characteristic, into: &lines)
      }
    }
    return lines.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Maps the bytes of a frame to the fields of its message; empty if the mapping is not known.
  public func byteMap(of frame: RecordedFrame, family: String) -> [ByteField] {
    driver(family)?.frameDecoder?.byteMap(of: frame.bytes, frame.direction, of: frame.characteristic) ?? []
  }

  // MARK: Captures

  /// Returns the capture reader of a family; `nil` if it is not registered.
  public func conversation(_ family: String) -> (any ConversationReader.Type)? {
    conversations.first { $0.family.id == family }
  }

  /// Returns the capture reader of the family, one of `families`, that has a characteristic in a service; `nil` if there is
  /// none. If the service is not known, the characteristic is sufficient.
  public func conversation(
    of characteristic: BluetoothUUID, in service: BluetoothUUID?, families: [WearableFamily]
  ) -> (any ConversationReader.Type)? {
    conversations.first { reader in
      families.contains { $0.id == reader.family.id }
        && reader.characteristics.contains {
          $0.uuid == characteristic && (service == nil || $0.service == service)
        }
    }
  }

  /// Returns the purpose of a characteristic of a service in a few words; `nil` if it is not known. Families share
  /// characteristics with devices of other kinds, such as Nordic's UART, so the service must be known.
  public func purpose(of characteristic: BluetoothUUID, in service: BluetoothUUID?) -> String? {
    conversations.lazy.flatMap { $0.characteristics }.first { $0.uuid == characteristic && $0.service == service }?
      .purpose
  }
}
