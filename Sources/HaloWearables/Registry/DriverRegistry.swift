public import HaloBluetooth

/// The drivers of a program: which families of devices it knows.
///
/// A program builds one and passes it to the engine, the front ends, captures and decoders. A driver from another package is used like
/// one of Halo's own.
public struct DriverRegistry: Sendable {
  /// The drivers, in the order in which they are asked.
  public let drivers: [any SessionReading.Type]
  /// The families that can be read in captures.
  public let conversations: [any ConversationReader.Type]
  private let characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader]

  /// A registry of these drivers. If two have the same family id, or read the same characteristic, the first counts.
  public init(_ drivers: [any SessionReading.Type]) {
    var known: Set<String> = []
    self.drivers = drivers.filter { known.insert($0.family.id).inserted }
    conversations = self.drivers.compactMap { $0.conversation }
    characteristicReaders = self.drivers.reversed().reduce(into: StandardServices.readers) { all, driver in
      all.merge(driver.characteristicReaders) { _, own in own }
    }
  }

  /// The driver of a family; `nil` if the program has none.
  public func driver(_ family: String) -> (any SessionReading.Type)? { drivers.first { $0.family.id == family } }

  /// The driver that an advertisement is most likely of; of two that are equally sure, the first. A driver that only knows a standard
  /// service belongs behind those that know devices with services of their own.
  public func driver(for advertisement: Advertisement) -> (any SessionReading.Type)? {
    drivers.compactMap { driver in driver.match(advertisement).map { (driver, $0) } }.max { $0.1 < $1.1 }?.0
  }

  /// What an advertisement says of a machine to train on; `nil` if it is of none, or says nothing.
  public func advertisedMachine(_ advertisement: Advertisement) -> AdvertisedMachine? {
    drivers.lazy.compactMap { ($0 as? any MachineControlling.Type)?.advertisedMachine(advertisement) }.first
  }

  /// A family as people know it; `nil` if the program has no driver of it.
  public func family(_ id: String) -> WearableFamily? { driver(id)?.family }

  /// The kind of a family's devices; ``WearableFamily/Kind/other`` for a family without a driver.
  public func kind(of family: String) -> WearableFamily.Kind { self.family(family)?.kind ?? .other }

  /// Whether a family's devices store days that a sync reads; `false` for a family without a driver.
  public func keepsDays(_ family: String) -> Bool { driver(family)?.keepsDays ?? false }

  /// Returns why a value that a person typed must not be written to a characteristic; `nil` if it may be. Every driver is asked,
  /// whichever device it is.
  public func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal? {
    drivers.lazy.compactMap { $0.refusal(of: value, to: characteristic) }.first
      ?? FirmwareUpdate.refusal(to: characteristic)
  }

  // MARK: Decoding

  /// The characteristics whose values mean something on their own, by number: standard ones, and those of the drivers.
  public var characteristics: [BluetoothUUID] { characteristicReaders.keys.sorted { $0.high < $1.high } }

  /// The message in a value of a characteristic. A value that is unknown or damaged keeps its bytes.
  public func message(_ value: [UInt8], of characteristic: BluetoothUUID) -> any MessageFields {
    characteristicReaders[characteristic]?(value) ?? UnreadValue.unknown(value)
  }

  /// The messages in frames that a device of a family sent, each as a line of JSON. Frames of a family without a driver are `unknown`,
  /// with their bytes.
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

  /// Which bytes of a frame of a family's device hold which field of its message; empty if that is not known.
  public func byteMap(of frame: RecordedFrame, family: String) -> [ByteField] {
    driver(family)?.frameDecoder?.byteMap(of: frame.bytes, frame.direction, of: frame.characteristic) ?? []
  }

  // MARK: Captures

  /// The reader of a family; `nil` if there is none.
  public func conversation(_ family: String) -> (any ConversationReader.Type)? {
    conversations.first { $0.family.id == family }
  }

  /// The reader of the family that has a characteristic.
  public func conversation(of characteristic: BluetoothUUID) -> (any ConversationReader.Type)? {
    conversations.first { $0.characteristics.contains { $0.uuid == characteristic } }
  }

  /// What a characteristic of a family is for, in a few words.
  public func purpose(of characteristic: BluetoothUUID) -> String? {
    conversation(of: characteristic)?.characteristics.first { $0.uuid == characteristic }?.purpose
  }
}
