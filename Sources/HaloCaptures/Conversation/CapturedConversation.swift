import HaloFoundation

/// A complete value of a characteristic.
public struct CapturedFrame: Sendable, Hashable {
  /// How the value was transferred.
  public enum Kind: Sendable, Hashable {
    /// The host wrote the value, with or without a response.
    case written(withResponse: Bool)
    /// The host read the value.
    case read
    /// The device sent a notification or an indication.
    case notified
  }

  /// The time; 1970 if the file contains no times.
  public let time: CaptureTime
  /// How the value was transferred.
  public let kind: Kind
  public let characteristic: BluetoothUUID
  /// The service, if known.
  public let service: BluetoothUUID?
  /// The value.
  public internal(set) var bytes: [UInt8]

  /// The direction, from the host's point of view.
  public var direction: RecordedFrame.Direction { if case .written = kind { .sent } else { .received } }
}

/// The exchange between a host and one device in a capture, in memory.
public struct CapturedConversation: Sendable {
  public let device: CaptureSurvey.DeviceFindings
  /// The device's attributes, as far as known.
  public let attributes: AttributeMap
  /// The protocols used to decode values.
  public let registry: DriverRegistry
  /// The values of characteristics, by link, each in order.
  public private(set) var links: [[CapturedFrame]] = []
  /// The number of values that were left out because their handle has no known UUID.
  public private(set) var unnamedCount = 0
  /// The host's offset from GMT each time it set the device's clock, in order.
  private var offsets: [(time: CaptureTime, seconds: Int)] = []

  /// Reads the exchange with `device` from `reader`, using a survey of the same capture.
  public init(_ reader: CaptureReader, _ survey: CaptureSurvey, device: CaptureSurvey.DeviceFindings) throws {
    self.device = device
    registry = survey.registry
    attributes = survey.names.map(device.place) ?? AttributeMap()
    var indices: [Int: Int] = [:]
    var values = WholeValues()
    var lastRead: [Int: Int] = [:]
    var reader = reader
    var decoder = CaptureDecoder(names: survey.names, learns: false)
    try reader.forEach { record in
      decoder.receive(record) { operation in
        guard operation.device == device.address, device.address != nil || operation.link == device.link,
          !operation.isOfHost
        else { return }
        let index = indices[operation.link] ?? links.count
        if index == links.count {
          indices[operation.link] = index
          links.append([])
        }
        for value in values.values(operation) {
          if value.continuesRead {
            if let last = lastRead[index] { links[index][last].bytes += value.bytes }
          } else {
            let count = links[index].count
            add(value, index)
            if value.kind == .read { lastRead[index] = links[index].count > count ? count : nil }
          }
        }
      }
    }
    offsets = links.joined().compactMap { frame in offset(frame).map { (frame.time, $0) } }
  }

  private mutating func add(_ value: WholeValues.Value, _ index: Int) {
    guard let uuid = value.operation.attribute?.characteristic else {
      unnamedCount += 1
      return
    }
    links[index].append(
      CapturedFrame(
        time: value.time ?? CaptureTime(microseconds: 0), kind: value.kind, characteristic: uuid,
        service: value.operation.attribute?.service, bytes: value.bytes))
  }

  /// Returns the host's offset from GMT at a time, in seconds: from the last time before that the host set the device's
  /// clock, otherwise from the first time after. `nil` if the host never set the clock.
  public func secondsFromGMT(at time: CaptureTime) -> Int? {
    (offsets.last { $0.time <= time } ?? offsets.first)?.seconds
  }

  /// Returns the reader of a characteristic's values, by the device's families; `nil` if they do not have it.
  public func reader(of characteristic: BluetoothUUID, in service: BluetoothUUID?) -> (any ConversationReader.Type)? {
    registry.conversation(of: characteristic, in: service, families: device.families)
  }

  /// Returns the offset from GMT in a value that sets the clock; `nil` if the value does not.
  private func offset(_ frame: CapturedFrame) -> Int? {
    guard frame.direction == .sent,
      let clock = reader(of: frame.characteristic, in: frame.service)?.wallClock(setBy: frame.bytes)
    else { return nil }
    let seconds = clock.secondsSince1970 - Int(frame.time.parts.seconds)
    // Zone offsets are whole quarter hours; clocks may be off by a minute.
    let offset = Int((Double(seconds) / 900).rounded()) * 900
    return abs(seconds - offset) <= 60 && abs(offset) <= 15 * 3600 ? offset : nil
  }

  /// The time of the first value.
  public var start: CaptureTime? { links.joined().first?.time }
}

extension CapturedFrame.Kind {
  /// Returns how an operation transfers a characteristic's value; `nil` if it does not.
  init?(_ opcode: ATTOpcode) {
    switch opcode {
    case .writeRequest: self = .written(withResponse: true)
    case .writeCommand, .signedWriteCommand: self = .written(withResponse: false)
    case .readResponse: self = .read
    case .notification, .indication: self = .notified
    default: return nil
    }
  }
}
