import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// Figures as tiles, two beside each other, or one with very large text.
struct TileGrid: View {
  let figures: [Fact]
  @Environment(\.dynamicTypeSize) private var typeSize

  var body: some View {
    LazyVGrid(
      columns: Array(repeating: GridItem(.flexible()), count: typeSize.isAccessibilitySize ? 1 : 2), spacing: 12
    ) {
      ForEach(figures) { Tile(figure: $0) }
    }
  }
}

/// A figure with its name.
private struct Tile: View {
  let figure: Fact

  var body: some View { ExplainLink(figure: figure) { contents }.buttonStyle(.borderless) }

  private var contents: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(phrase: figure.value).font(.title2).bold().monospacedDigit()
      Text(phrase: figure.name).font(.footnote).foregroundStyle(.secondary)
    }
    .frame(maxWidth: .infinity, alignment: .leading)
    .padding(12)
    .background(Color.secondary.opacity(0.12), in: RoundedRectangle(cornerRadius: 12))
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(Text(phrase: figure.voiceOverText))
  }
}
