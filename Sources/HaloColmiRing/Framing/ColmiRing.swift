/// The protocol of the COLMI / Yawell ring family (QRing firmware, R02 to R12).
///
/// This type converts between bytes and values. All conversions are pure and total: no frame traps, none is dropped,
/// and undocumented frames become ``Message/unknown(_:)`` with their bytes. `docs/colmi-ring.md` lists the known facts
/// and their reliability.
///
/// Firmware update (command 0x0F, big data 0x01–0x05) and factory test (0xC9, 0xCA) are deliberately not in this
/// vocabulary.
public enum ColmiRing {
  /// The decoder's name and version, as in ``HaloHealth/Provenance``. The version is incremented when the decoding of
  /// the same bytes changes.
  public static let decoderName = "colmi-ring/4"

  /// The two channels of a ring.
  public enum Channel: Sendable, Hashable, CaseIterable {
    /// The 16-byte commands of service `6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E` ("v1").
    case commands
    /// The big data of service `DE5BF728-D711-4E47-AF26-65E3012A5DC7` ("v2").
    case bigData
  }
}
