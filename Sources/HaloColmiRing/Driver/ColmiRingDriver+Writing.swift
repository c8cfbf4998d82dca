extension ColmiRingDriver {
  /// Allows the frames that a ``ColmiRing/Request`` can encode, except power-off and factory reset, which have commands of
  /// their own. Forbids those that are known to be dangerous on any firmware, in every form and on both channels.
  ///
  /// Only whole frames are written: a packet of 16 bytes, or big data of the length in its header. Otherwise a forbidden
  /// command could be hidden in a longer value, or be sent in parts. Sources: `docs/colmi-ring.md`.
  public static func verdict(onWriting value: [UInt8], to characteristic: Characteristic) -> WriteVerdict? {
    let isBigData =
      characteristic.service == ColmiRing.GATT.bigDataService || characteristic.uuid == ColmiRing.GATT.bigDataWrite
    guard isBigData || characteristic.service == ColmiRing.GATT.commandService else { return nil }
    return ColmiRing.Request.verdict(onWriting: value, on: isBigData ? .bigData : .commands)
  }
}
