import HaloWearables

/// Halo itself decodes CSC Measurement (0x2A5B), so the family only adds the byte map and samples.
extension CyclingSpeedAndCadence {
  /// Maps the bytes of a value to the fields of the JSON line.
  static func byteMap(of value: [UInt8]) -> [ByteField] {
    guard let message = CyclingSpeedAndCadence(value: value) else { return [] }
    var fields: [ByteField] = []
    var end = 1
    func add(_ name: String, _ width: Int) {
      fields.append(ByteField(name, end..<end + width))
      end += width
    }
    if message.wheel != nil {
      add("wheelRevolutions", 4)
      add("wheelSeconds", 2)
    }
    if message.crank != nil {
      add("crankRevolutions", 2)
      add("crankSeconds", 2)
    }
    return fields
  }

  /// Sample messages for tests.
  static let samples = [
    CyclingSpeedAndCadence(wheel: Turns(count: 10_000, time: 0x3204), crank: Turns(count: 900, time: 0x0800)),
    CyclingSpeedAndCadence(wheel: Turns(count: 0xFFFF_FFFF, time: 0xFFFF)),
    CyclingSpeedAndCadence(crank: Turns(count: 0xFFFF, time: 0)),
    CyclingSpeedAndCadence(),
  ]
}
