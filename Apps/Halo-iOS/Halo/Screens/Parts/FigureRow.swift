import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// A value with its name. If its origin is known, tapping the row opens it.
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
    .accessibilityLabel(Text(phrase: figure.voiceOverText))
  }

  private var name: some View { Text(phrase: figure.name) }
  private var value: some View { Text(phrase: figure.value).monospacedDigit().foregroundStyle(.secondary) }
}

/// The medical disclaimer at the bottom of every health screen.
struct DisclaimerSection: View {
  var body: some View {
    Section {
    } footer: {
      Text(phrase: TodayModel.disclaimer)
    }
  }
}

/// Buttons for the previous and the next day.
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
