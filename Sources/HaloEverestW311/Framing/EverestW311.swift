package import HaloBluetooth

/// The Everest W311, a watch that iSport/Bonlala makes and others sell under their names: what it says and understands.
///
/// Everything here is bytes ⇄ values, pure and total: no frame traps, none is thrown away, and what no source explains stays unknown
/// with its bytes. No watch was at hand when this was written; `docs/everest-w311.md` says what each part rests on.
///
/// Firmware update (`BE FE 44 46 55 …`) and erasing days (`BE 02 02 …`) are deliberately not in this vocabulary.
public enum EverestW311 {
  /// The decoder and its version, as ``HaloHealth/Provenance`` names it. The version grows when the same bytes come to mean
  /// something else.
  public static let decoderName = "everest-w311/2"

  /// What a frame goes through.
  public enum Channel: Sendable, Hashable, CaseIterable {
    /// Requests, and answers of one frame: `…FF01`.
    case commands
    /// Days that the watch kept: `…FF02`.
    case history
    /// Steps as they are counted: `…FF04`.
    case realTime
  }

  /// The watch's services and characteristics.
  package enum GATT {
    /// What watches advertise.
    package static let advertisedService = BluetoothUUID(high: 0x7905_FF00_B5CE_4E99, low: 0xA40F_4B1E_122D_00D0)
    /// What holds the characteristics.
    package static let service = BluetoothUUID(high: 0xD0A2_FF00_2996_D38B, low: 0xE214_8651_5DF5_A1DF)

    /// The two UUIDs that a channel's characteristic can have: the usual one first.
    package static func characteristics(_ channel: Channel) -> [BluetoothUUID] {
      let number: UInt64 =
        switch channel {
        case .commands: 1
        case .history: 2
        case .realTime: 4
        }
      return [advertisedService, service].map { BluetoothUUID(high: $0.high + number << 32, low: $0.low) }
    }

    /// The channel of a characteristic; `nil` where it is none of the watch's own.
    package static func channel(_ characteristic: BluetoothUUID) -> Channel? {
      Channel.allCases.first { characteristics($0).contains(characteristic) }
    }
  }
}
