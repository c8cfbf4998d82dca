import HaloModels
import HaloReports
import SwiftUI

/// A chart, and the words for the position that a person touches. The chart passes the binding to `chartXSelection`.
struct SelectableChart<Content: View>: View {
  /// Returns the words for a position; `nil` if nothing is there.
  let words: (Int) -> Phrase?
  @ViewBuilder let chart: (Binding<Double?>) -> Content
  @State private var selected: Double?

  var body: some View {
    VStack(alignment: .leading) {
      chart($selected)
      if let selected, let words = words(Int(selected.rounded())) {
        Text(phrase: words).font(.footnote).monospacedDigit()
      }
    }
  }
}
