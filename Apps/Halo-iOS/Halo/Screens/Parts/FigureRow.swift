import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// A number with its name. One whose origin is known opens it.
struct FigureRow: View {
  let figure: Fact
  @Environment(\.halo) private var environment

  var body: some View {
    if let origin = figure.origin, let environment {
      NavigationLink {
        ExplainScreen(subject: origin, environment: environment)
      } label: {
        row
      }
      .accessibilityHint("Shows where this number comes from.")
    } else {
      row
    }
  }

  private var row: some View {
    VStack(alignment: .leading, spacing: 2) {
      ViewThatFits(in: .horizontal) {
        HStack {
          name
          Spacer()
          value
        }
        VStack(alignment: .leading) {
          name
          value
        }
      }
      if let note = figure.note { Text(phrase: note).font(.footnote).foregroundStyle(.secondary) }
    }
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(Text(phrase: figure.spoken))
  }

  private var name: some View { Text(phrase: figure.name) }
  private var value: some View { Text(phrase: figure.value).monospacedDigit().foregroundStyle(.secondary) }
}

/// That this is no medicine: at the foot of every screen of health.
struct DisclaimerSection: View {
  var body: some View {
    Section {
    } footer: {
      Text(phrase: TodayModel.disclaimer)
    }
  }
}

/// Goes from day to day.
struct DayStepper: View {
  let title: Phrase
  let canGoForward: Bool
  let back: @MainActor () -> Void
  let forward: @MainActor () -> Void

  var body: some View {
    HStack {
      Button("Earlier", systemImage: "chevron.backward", action: back).labelStyle(.iconOnly)
      Spacer()
      Text(phrase: title).font(.headline).multilineTextAlignment(.center).accessibilityAddTraits(.isHeader)
      Spacer()
      Button("Later", systemImage: "chevron.forward", action: forward).labelStyle(.iconOnly).disabled(!canGoForward)
    }
    .buttonStyle(.borderless)
  }
}
