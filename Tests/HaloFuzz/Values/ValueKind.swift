/// A kind of input with named values.
enum ValueKind: String, CaseIterable, Codable {
  case journal
  case worker
  case export
  case gadgetbridge
  case client = "colmi-client"
  case healthConnect = "health-connect"

  /// The part of the time for all kinds.
  var share: Double {
    switch self {
    case .journal: 0.6
    case .worker: 0.2
    default: 0.05
    }
  }
}
