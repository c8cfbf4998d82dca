import HaloWearables
import SwiftUI

/// The drawing of a kind of device, or of several if it is not known.
struct DevicePicture: View {
  let kind: WearableFamily.Kind?

  var body: some View { Image(decorative: kind.picture).resizable().scaledToFit() }
}

extension WearableFamily.Kind? {
  /// The name of the drawing in the app's assets.
  var picture: String {
    switch self {
    case .ring: "Ring"
    case .strap: "Strap"
    case .machine: "Machine"
    case .watch: "Watch"
    case .other, nil: "Devices"
    }
  }
}
