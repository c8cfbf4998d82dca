import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// Shows the state of a model's contents: value, loading, advice, or error.
struct LoadedView<Value: Sendable, Content: View>: View {
  let loaded: Loaded<Value>
  @ViewBuilder let content: (Value) -> Content

  var body: some View {
    switch loaded {
    case .loading: ProgressView().frame(maxWidth: .infinity, minHeight: 200)
    case .empty(let advice): AdviceView(advice: advice)
    case .value(let value): content(value)
    case .failed(let problem): ProblemView(problem: problem) { EmptyView() }
    }
  }
}

/// The advice when there is no data.
struct AdviceView: View {
  let advice: Advice

  var body: some View {
    VStack(spacing: 12) {
      DevicePicture(kind: nil).frame(maxWidth: 120)
      Text(phrase: advice.title).font(.title2).bold().accessibilityAddTraits(.isHeader)
      Text(phrase: advice.message).foregroundStyle(.secondary)
    }
    .multilineTextAlignment(.center)
    .frame(maxWidth: .infinity, minHeight: 240)
    .padding()
    .accessibilityElement(children: .combine)
  }
}

/// An error in a list; empty without an error.
struct ProblemSection<Actions: View>: View {
  let problem: Problem?
  @ViewBuilder let actions: () -> Actions

  var body: some View {
    if let problem {
      Section {
        Text(phrase: problem.phrase)
        actions()
      }
    }
  }
}

/// An error, and what to do about it.
struct ProblemView<Actions: View>: View {
  let problem: Problem
  @ViewBuilder let actions: () -> Actions

  var body: some View {
    VStack(spacing: 12) {
      Image(systemName: "exclamationmark.triangle").font(.largeTitle).foregroundStyle(.orange).accessibilityHidden(true)
      Text(phrase: problem.what).font(.headline)
      Text(phrase: problem.advice).foregroundStyle(.secondary)
      actions()
    }
    .multilineTextAlignment(.center)
    .frame(maxWidth: .infinity, minHeight: 200)
    .padding()
  }
}
