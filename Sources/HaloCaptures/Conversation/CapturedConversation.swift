public import HaloBluetooth
import HaloHealth
public import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A whole value that went through a characteristic.
public struct CapturedFrame: Sendable, Hashable {
  /// How it went.
  public enum Kind: Sendable, Hashable {
    /// The host wrote it; the device confirmed, or not.
    case written(withResponse: Bool)
    /// The host read it.
    case read
    /// The device sent it.
    case notified
  }

  /// When; 1970 where the file does not say.
  public let time: CaptureTime
  /// How it went.
  public let kind: Kind
  /// Through what.
  public let characteristic: BluetoothUUID
  /// In which service.
  public let service: BluetoothUUID?
  /// Its bytes.
  public internal(set) var bytes: [UInt8]

  /// Which way it went.
  public var direction: RecordedFrame.Direction { if case .written = kind { .sent } else { .received } }
}

/// All that a host and one device said to each other in a capture, in memory.
public struct CapturedConversation: Sendable {
  /// The device.
  public let device: CaptureSurvey.DeviceFindings
  /// Its attributes, as far as they are known.
  public let attributes: AttributeMap
  /// The families it is read by.
  public let registry: DriverRegistry
  /// The values that went through characteristics, link by link, each in order.
  public private(set) var links: [[CapturedFrame]] = []
  /// How many values went through handles that nobody has a name for; they are left out.
  public private(set) var unnamedCount = 0
  /// What the host's clock was ahead of GMT each time it told the device the time, in order.
  private var offsets: [(time: CaptureTime, seconds: Int)] = []

  /// What `reader` has of a device, by what a survey of the same capture found.
  public init(_ reader: CaptureReader, _ survey: CaptureSurvey, device: CaptureSurvey.DeviceFindings) throws {
    self.device = device
    registry = survey.registry
    attributes = survey.names.map(device.place) ?? AttributeMap()
    var places: [Int: Int] = [:]
    var prepared: [Int: [(handle: UInt16, bytes: [UInt8], attribute: Attribute?)]] = [:]
    var lastRead: [Int: Int] = [:]
    var reader = reader
    var decoder = CaptureDecoder(names: survey.names, learns: false)
    try reader.forEach { record in
      decoder.receive(record) { operation in
        guard operation.device == device.address, device.address != nil || operation.link == device.link,
          !operation.isOfHost
        else { return }
        let place: Int
        if let known = places[operation.link] {
          place = known
        } else {
          place = links.count
          places[operation.link] = place
          links.append([])
        }
        switch operation.opcode {
        case .prepareWriteRequest:
          guard let handle = operation.handle, let value = operation.value else { return }
          prepared[place, default: []].append((handle, [UInt8](value), operation.attribute))
        case .executeWriteRequest:
          let parts = prepared.removeValue(forKey: place) ?? []
          guard operation.bytes.u8(1) == 1 else { return }
          // Several attributes can be written at once, each in its parts.
          var handles: [UInt16] = []
          for part in parts where !handles.contains(part.handle) { handles.append(part.handle) }
          for handle in handles {
            let own = parts.filter { $0.handle == handle }
            add(own.flatMap(\.bytes), .written(withResponse: true), own.first?.attribute, operation.time, place)
          }
        case .readBlobResponse:
          // The rest of what was read before: it goes on where that ended.
          guard let last = lastRead[place], let value = operation.value, operation.attribute?.descriptor == nil,
            links[place][last].characteristic == operation.attribute?.characteristic,
            operation.request?.le16(3).map(Int.init) == links[place][last].bytes.count
          else { return }
          links[place][last].bytes += value
        default:
          guard let frame = operation.frame else { return }
          add([UInt8](frame), CapturedFrame.Kind(operation.opcode), operation.attribute, operation.time, place)
          if operation.opcode == .readResponse { lastRead[place] = links[place].indices.last }
        }
      }
    }
    offsets = links.joined().compactMap { frame in Self.offset(frame, survey.registry).map { (frame.time, $0) } }
  }

  private mutating func add(
    _ bytes: [UInt8], _ kind: CapturedFrame.Kind?, _ attribute: Attribute?, _ time: CaptureTime?, _ place: Int
  ) {
    guard let kind else { return }
    guard let uuid = attribute?.characteristic else {
      unnamedCount += 1
      return
    }
    links[place].append(
      CapturedFrame(
        time: time ?? CaptureTime(microseconds: 0), kind: kind, characteristic: uuid, service: attribute?.service,
        bytes: bytes))
  }

  /// Seconds that the clock on the host's wall was ahead of GMT at a time, as far as the host told the device the time: the last time before,
  /// or else the first time after. `nil` where it never did.
  public func secondsFromGMT(at time: CaptureTime) -> Int? {
    (offsets.last { $0.time <= time } ?? offsets.first)?.seconds
  }

  /// The offset that the host gave the device with a value; `nil` where it gave none.
  private static func offset(_ frame: CapturedFrame, _ registry: DriverRegistry) -> Int? {
    guard frame.direction == .sent,
      let clock = registry.conversation(of: frame.characteristic)?.wallClock(setBy: frame.bytes)
    else { return nil }
    let seconds = clock.secondsSince1970 - Int(frame.time.parts.seconds)
    // Zones are whole quarters of an hour ahead or behind; a minute for clocks that are not exact.
    let offset = Int((Double(seconds) / 900).rounded()) * 900
    return abs(seconds - offset) <= 60 && abs(offset) <= 15 * 3600 ? offset : nil
  }

  /// When the first value went.
  public var start: CaptureTime? { links.joined().first?.time }
}

extension CapturedFrame.Kind {
  /// How an operation carries a characteristic's value; `nil` where it carries none.
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
