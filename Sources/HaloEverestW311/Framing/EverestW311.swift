/// The protocol of the Everest W311, a watch made by iSport/Bonlala that is also sold under other names.
///
/// This type converts between bytes and values. All conversions are pure and total: no frame traps, none is dropped,
/// and undocumented frames stay unknown with their bytes. It was written without a watch; `docs/everest-w311.md` lists
/// the source of each part.
///
/// Firmware update (`BE FE 44 46 55 …`) and erasing days (`BE 02 02 …`) are deliberately not in this vocabulary.
public enum EverestW311 {
  /// The decoder's name and version, as in ``HaloHealth/Provenance``. The version is incremented when the decoding of
  /// the same bytes changes.
  public static let decoderName = "everest-w311/2"

  /// The channels of frames.
  public enum Channel: Sendable, Hashable, CaseIterable {
    /// Requests, and answers of one frame: `…FF01`.
    case commands
    /// Days that the watch stores: `…FF02`.
    case history
    /// Live steps: `…FF04`.
    case realTime
  }

  /// The watch's services and characteristics.
  package enum GATT {
    /// The service that watches advertise.
    package static let advertisedService = BluetoothUUID(high: 0x7905_FF00_B5CE_4E99, low: 0xA40F_4B1E_122D_00D0)
    /// The service with the characteristics.
    package static let service = BluetoothUUID(high: 0xD0A2_FF00_2996_D38B, low: 0xE214_8651_5DF5_A1DF)

    /// The two possible UUIDs of a channel's characteristic, the usual one first.
    package static func characteristics(_ channel: Channel) -> [BluetoothUUID] {
      let number: UInt64 =
        switch channel {
        case .commands: 1
        case .history: 2
        case .realTime: 4
        }
      return [advertisedService, service].map { BluetoothUUID(high: $0.high + number << 32, low: $0.low) }
    }

    /// Returns the channel of a characteristic; `nil` if it is not one of the watch's own.
    package static func channel(_ characteristic: BluetoothUUID) -> Channel? {
      Channel.allCases.first { characteristics($0).contains(characteristic) }
    }
  }
}
