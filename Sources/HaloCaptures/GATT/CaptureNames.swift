import HaloBluetooth

/// What is known of the attributes of all devices in a capture.
public struct CaptureNames: Sendable {
  /// Whose attributes: a device's, or the host's own that this device uses.
  public struct Place: Hashable, Sendable {
    /// The device; `nil` where the capture does not say.
    public let device: DeviceAddress?
    /// The link, where the device is not known.
    public let link: Int
    /// Whether they are the host's.
    public let isOfHost: Bool

    /// The attributes of a device, or of the host as this device sees it.
    public init(device: DeviceAddress?, link: Int = 0, isOfHost: Bool = false) {
      self.device = device
      self.link = link
      self.isOfHost = isOfHost
    }
  }

  private var maps: [AttributeMap] = []
  private var indices: [Place: Int] = [:]
  /// What the user gave, for every device.
  private var given: AttributeMap?

  /// Nothing.
  public init() {}

  /// What the user knows, for all devices: it counts more than what was discovered.
  public init(given: AttributeMap) {
    self.given = given
    self.given?.settle()
  }

  /// What is known of a place.
  public func map(_ place: Place) -> AttributeMap? {
    let known = indices[place].map { maps[$0] }
    guard var map = given, !place.isOfHost else { return known }
    if let known { map.merge(known) }
    return map
  }

  /// The numbers under which a device's attributes and the host's are known; `nil` where nothing is.
  func indices(of device: DeviceAddress?, link: Int) -> (Int?, Int?) {
    func index(_ isOfHost: Bool) -> Int? {
      indices[Place(device: device, link: device == nil ? link : 0, isOfHost: isOfHost)]
    }
    return (index(false), index(true))
  }

  /// The attribute with that handle at the place of that number.
  @inline(__always)
  mutating func attribute(_ handle: UInt16, at index: Int?, isOfHost: Bool) -> Attribute? {
    if let given, !isOfHost, let attribute = given.attribute(handle) { return attribute }
    guard let index else { return nil }
    if !maps[index].isSettled { maps[index].settle() }
    return maps[index].attribute(handle)
  }

  /// Whether a packet that begins so can be an answer to a request of discovery.
  static func isDiscovery(_ opcode: UInt8) -> Bool {
    opcode == 0x05 || opcode == 0x07 || opcode == 0x09 || opcode == 0x11
  }

  /// Takes in the answer to a request of discovery.
  mutating func learn(_ answer: ArraySlice<UInt8>, to request: ArraySlice<UInt8>?, at place: Place) {
    maps[index(of: place)].learn(answer, to: request)
  }

  private mutating func index(of place: Place) -> Int {
    if let index = indices[place] { return index }
    indices[place] = maps.count
    maps.append(AttributeMap())
    return maps.count - 1
  }

  /// Says what a handle of a place looks like, where nothing says what it is.
  mutating func guess(_ handle: UInt16, _ uuid: BluetoothUUID, service: BluetoothUUID?, at place: Place) {
    let index = index(of: place)
    guard attribute(handle, at: index, isOfHost: place.isOfHost) == nil else { return }
    maps[index].name(handle, uuid, service: service, origin: .guessed)
  }
}
