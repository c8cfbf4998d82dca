/// The COLMI / Yawell ring family (QRing firmware, R02 to R12): what its rings say and understand.
///
/// Everything here is bytes ⇄ values, pure and total: no frame traps, none is thrown away, and what no source explains stays
/// ``Message/unknown(_:)`` with its bytes. `docs/colmi-ring.md` says what is known of the protocol and how well.
///
/// Firmware update (command 0x0F, big data 0x01–0x05) and factory test (0xC9, 0xCA) are deliberately not in this vocabulary.
public enum ColmiRing {
  /// The decoder and its version, as ``HaloHealth/Provenance`` names it. The version grows when the same bytes come to mean
  /// something else.
  public static let decoderName = "colmi-ring/3"

  /// The two channels of a ring.
  public enum Channel: Sendable, Hashable, CaseIterable {
    /// The 16-byte commands of service `6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E` ("v1").
    case commands
    /// The big data of service `DE5BF728-D711-4E47-AF26-65E3012A5DC7` ("v2").
    case bigData
  }
}
