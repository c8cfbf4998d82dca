@_exported public import HaloHealth

/// The formats that Halo imports.
public enum ImportFormat: String, Sendable, CaseIterable, Codable {
  /// The export of Apple Health: `export.xml`, or the zip archive around it.
  case appleHealth = "apple-health"
  /// The database of Gadgetbridge, or the archive of its data export.
  case gadgetbridge
  /// The export of Health Connect: a database, or the zip archive around it.
  case healthConnect = "health-connect"
  /// The database of the Python client colmi_r02_client.
  case pythonClient = "colmi_r02_client"
  /// An export of Halo: CSV or JSON lines.
  case halo

  /// The name for people.
  public var name: String {
    switch self {
    case .appleHealth: "Apple Health"
    case .gadgetbridge: "Gadgetbridge"
    case .healthConnect: "Health Connect"
    case .pythonClient: "colmi_r02_client"
    case .halo: "Halo"
    }
  }
}
