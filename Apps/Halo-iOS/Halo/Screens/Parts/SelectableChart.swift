import HaloModels
import HaloReports
import SwiftUI

/// A chart, and the words for the position that a person touches or steps to with VoiceOver. The chart passes the binding
/// to `chartXSelection`.
struct SelectableChart<Content: View>: View {
  /// Returns the words for a position; `nil` if nothing is there.
  let words: (Int) -> Phrase?
  /// The values for VoiceOver.
  let graph: ChartGraph
  @ViewBuilder let chart: (Binding<Double?>) -> Content
  @State private var selected: Double?

  var body: some View {
    VStack(alignment: .leading) {
      chart($selected)
        .graph(graph)
        .accessibilityValue(Text(phrase: selection ?? Phrase(verbatim: "")))
        .accessibilityAdjustableAction { step($0 == .increment) }
      if let selection {
        Text(phrase: selection).font(.footnote).monospacedDigit().accessibilityHidden(true)
      }
    }
  }

  private var selection: Phrase? { selected.flatMap { words(Int($0.rounded())) } }

  /// Selects the next or the previous value; the first one if none is selected.
  private func step(_ isForward: Bool) {
    let positions = graph.points.map(\.x)
    guard let selected else { return self.selected = positions.first }
    let next = isForward ? positions.first { $0 > selected } : positions.last { $0 < selected }
    self.selected = next ?? selected
  }
}
