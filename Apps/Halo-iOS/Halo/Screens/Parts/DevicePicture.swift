import HaloWearables
import SwiftUI

/// The drawing of a kind of device, or of several if it is not known.
struct DevicePicture: View {
  let kind: WearableFamily.Kind?

  var body: some View { Image(decorative: kind.picture).resizable().scaledToFit() }
}

extension WearableFamily.Kind? {
  /// The name of the drawing in the app's assets.
  var picture: String { drawing.rawValue }

  private var drawing: Drawing {
    switch self {
    case .ring: .ring
    case .strap: .strap
    case .machine: .machine
    case .watch: .watch
    case .other, nil: .devices
    }
  }
}

/// The drawings in the app's assets.
private enum Drawing: String {
  case ring = "Ring"
  case strap = "Strap"
  case machine = "Machine"
  case watch = "Watch"
  case devices = "Devices"
}
