import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// The privacy policy.
struct PrivacyScreen: View {
  var body: some View {
    List(PrivacyPolicy.paragraphs, id: \.self) { Text(phrase: $0) }
      .navigationTitle("Privacy policy")
  }
}
