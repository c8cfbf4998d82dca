extension EverestW311Driver {
  /// Allows the requests of ``EverestW311/Request``. Forbids frames that replace a watch's firmware (`BE FE 44 46 55`, as
  /// the maker's apps write it), erase the watch (`BE 01 0D`), or delete its history (`BE 02 02`).
  public static func verdict(onWriting value: [UInt8], to characteristic: Characteristic) -> WriteVerdict? {
    guard EverestW311.GATT.channel(characteristic.uuid) != nil else { return nil }
    switch value.prefix(3) {
    case [0xBE, 0x01, 0x0D]: return .forbidden(Phrase("The key 01 0D erases a watch."))
    case [0xBE, 0x02, 0x02]: return .forbidden(Phrase("The key 02 02 deletes a watch's history."))
    case _ where value.starts(with: [0xBE, 0xFE]):
      return .forbidden(Phrase("Frames of the group FE replace a watch's firmware. Halo never sends them."))
    default:
      guard let request = EverestW311.Request(value), request == request.canonical else {
        return .unknown(Phrase("Halo does not know this frame of a watch."))
      }
      return .harmless
    }
  }
}
