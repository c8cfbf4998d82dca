/// The known attributes of all devices in a capture.
public struct CaptureNames: Sendable {
  /// The owner of attributes: a device, or the host as seen by that device.
  public struct Place: Hashable, Sendable {
    /// The device; `nil` if unknown.
    public let device: DeviceAddress?
    /// The link, if the device is unknown.
    public let link: Int
    /// True if the attributes belong to the host.
    public let isOfHost: Bool

    init(device: DeviceAddress?, link: Int, isOfHost: Bool = false) {
      self.device = device
      self.link = device == nil ? link : 0
      self.isOfHost = isOfHost
    }
  }

  private var maps: [AttributeMap] = []
  private var indices: [Place: Int] = [:]
  /// The attributes named by the user, for every device.
  private var given: AttributeMap?

  /// Creates an empty collection.
  public init() {}

  /// Creates a collection with attributes named by the user for all devices, which take precedence over discovered
  /// ones.
  public init(given: AttributeMap) {
    self.given = given
    self.given?.settle()
  }

  /// Returns the attributes of an owner.
  public func map(_ place: Place) -> AttributeMap? {
    let known = indices[place].map { maps[$0] }
    guard var map = given, !place.isOfHost else { return known }
    if let known { map.merge(known) }
    return map
  }

  /// Returns the indices of the maps of a device and of the host; `nil` if there is no map.
  func indices(of device: DeviceAddress?, link: Int) -> (Int?, Int?) {
    func index(_ isOfHost: Bool) -> Int? { indices[Place(device: device, link: link, isOfHost: isOfHost)] }
    return (index(false), index(true))
  }

  /// Returns the attribute with this handle in the map at `index`.
  @inline(__always)
  mutating func attribute(_ handle: UInt16, at index: Int?, isOfHost: Bool) -> Attribute? {
    if let given, !isOfHost, let attribute = given.attribute(handle) { return attribute }
    guard let index else { return nil }
    if !maps[index].isSettled { maps[index].settle() }
    return maps[index].attribute(handle)
  }

  /// Returns whether a packet with this opcode can be a discovery response.
  static func isDiscovery(_ opcode: UInt8) -> Bool {
    opcode == 0x05 || opcode == 0x07 || opcode == 0x09 || opcode == 0x11
  }

  /// Learns from the response to a discovery request.
  mutating func learn(_ answer: ArraySlice<UInt8>, to request: ArraySlice<UInt8>?, at place: Place) {
    maps[index(of: place)].learn(answer, to: request)
  }

  private mutating func index(of place: Place) -> Int {
    if let index = indices[place] { return index }
    indices[place] = maps.count
    maps.append(AttributeMap())
    return maps.count - 1
  }

  /// Sets the guessed UUID of a handle, unless its attribute is known.
  mutating func guess(_ handle: UInt16, _ uuid: BluetoothUUID, service: BluetoothUUID?, at place: Place) {
    let index = index(of: place)
    guard attribute(handle, at: index, isOfHost: place.isOfHost) == nil else { return }
    maps[index].name(handle, uuid, service: service, origin: .guessed)
  }
}
