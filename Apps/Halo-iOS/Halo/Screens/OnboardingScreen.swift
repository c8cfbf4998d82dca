import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// The first steps: introduction, privacy, adding a device, first sync.
struct OnboardingScreen: View {
  let model: OnboardingModel
  let rings: RingSessionManager
  let sync: SyncModel
  @Environment(\.startDemo) private var startDemo

  var body: some View {
    ScrollView {
      if let step = model.step {
        VStack(spacing: 24) {
          DevicePicture(kind: model.kind).frame(maxWidth: 200)
          Text(phrase: model.title).font(.largeTitle).bold().accessibilityAddTraits(.isHeader)
          Text(phrase: model.message)
          if step == .privacy {
            ForEach(DataModel.privacy, id: \.self) { Text(phrase: $0).foregroundStyle(.secondary) }
          }
          if step == .device { adding }
          if step == .start, model.syncs { syncing }
        }
        .multilineTextAlignment(.center)
        .padding()
        .frame(maxWidth: 560)
        .frame(maxWidth: .infinity)
      }
    }
    .safeAreaInset(edge: .bottom) { buttons.padding() }
  }

  @ViewBuilder private var adding: some View {
    if let ring = rings.currentRing {
      Label(ring.name, systemImage: "checkmark.circle").font(.headline)
    } else {
      Button("Add a device", systemImage: "plus.circle") { rings.add() }
        .buttonStyle(.borderedProminent)
        .disabled(!rings.canAdd)
    }
    if let problem = rings.problem { Text(phrase: problem.phrase).foregroundStyle(.secondary) }
    if let problem = rings.pickerProblem {
      Text(phrase: problem.phrase).foregroundStyle(.secondary)
      Button("Try again") { rings.activate() }
    }
  }

  @ViewBuilder private var syncing: some View {
    if sync.isRunning {
      if let progress = sync.progress { ProgressView(value: progress) } else { ProgressView() }
    }
    Text(phrase: sync.words).accessibilityAddTraits(.updatesFrequently)
  }

  private var buttons: some View {
    VStack {
      Button {
        model.advance()
      } label: {
        Text("Continue").frame(maxWidth: .infinity)
      }
      .buttonStyle(.borderedProminent)
      .controlSize(.large)
      .disabled(!model.canAdvance)
      if model.canGoBack { Button("Back") { model.goBack() } }
      Button("Skip these steps") { model.skip() }
      if let startDemo { Button("Try with a simulated ring", action: startDemo) }
    }
  }
}

#if DEBUG
  struct OnboardingScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome(isFilled: false) {
        OnboardingScreen(model: $0.onboarding, rings: $0.rings, sync: $0.sync)
      }
    }
  }
#endif
