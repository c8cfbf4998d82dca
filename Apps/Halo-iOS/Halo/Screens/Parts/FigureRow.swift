import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// A view of a figure. If the figure's origin is known, tapping the view opens it.
struct ExplainLink<Content: View>: View {
  let figure: Fact
  @ViewBuilder let content: () -> Content
  @Environment(\.halo) private var environment

  var body: some View {
    if let origin = figure.origin, let environment {
      NavigationLink {
        ExplainScreen(subject: origin, environment: environment)
      } label: {
        content()
      }
      .accessibilityHint("Shows where this number comes from.")
    } else {
      content()
    }
  }
}

/// A value with its name.
struct FigureRow: View {
  let figure: Fact

  var body: some View { ExplainLink(figure: figure) { row } }

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
