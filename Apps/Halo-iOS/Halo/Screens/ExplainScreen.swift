import HaloHealth
import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// The origin of a value, down to the received bytes.
struct ExplainScreen: View {
  @State private var model: ExplainModel
  private let environment: ModelEnvironment

  init(subject: ExplainSubject, environment: ModelEnvironment) {
    _model = State(initialValue: ExplainModel(subject, environment))
    self.environment = environment
  }

  var body: some View {
    List {
      LoadedView(loaded: model.contents) { report in
        Section {
          Text(phrase: report.text).font(.largeTitle).bold().monospacedDigit()
          ForEach(report.lines) { line in FigureRow(figure: Fact(line.id, line.name, line.text)) }
        } header: {
          Text(phrase: report.name)
        }
        if !report.inputs.isEmpty {
          Section("Computed from") { ForEach(report.inputs, id: \.self) { input($0) } }
        }
        if !report.shownFrames.isEmpty {
          Section("The bytes that contain it") { ForEach(report.shownFrames) { frame($0) } }
        }
        if !report.otherFrames.isEmpty {
          Section {
            DisclosureGroup {
              ForEach(report.otherFrames) { frame($0) }
            } label: {
              Text("More frames")
            }
          }
        }
        if !report.messages.isEmpty {
          Section {
            DisclosureGroup {
              ForEach(report.messages, id: \.self) { message in
                Text(verbatim: message.line).font(.footnote).monospaced().textSelection(.enabled)
              }
            } label: {
              Text("The message, decoded")
            }
          }
        }
      }
    }
    .navigationTitle("Where it comes from")
    .navigationBarTitleDisplayMode(.inline)
    .task { await model.run() }
  }

  @ViewBuilder private func input(_ input: ExplanationReport.Input) -> some View {
    Text(phrase: input.name)
    ForEach(input.links, id: \.self) { link in
      if let subject = ExplainSubject(link.explain) {
        NavigationLink {
          ExplainScreen(subject: subject, environment: environment)
        } label: {
          Text(phrase: link.name).font(.footnote)
        }
      }
    }
  }

  /// A frame with the value's bytes marked.
  private func frame(_ frame: ExplanationReport.Frame) -> some View {
    VStack(alignment: .leading, spacing: 2) {
      bytes(frame).font(.footnote).monospaced().textSelection(.enabled)
      if let meaning = frame.meaning { Text(phrase: meaning).font(.caption).foregroundStyle(.secondary) }
      Text(verbatim: frame.time.description).font(.caption).foregroundStyle(.secondary)
    }
    .accessibilityElement(children: .combine)
  }

  private func bytes(_ frame: ExplanationReport.Frame) -> Text {
    frame.pairs.enumerated().reduce(Text(verbatim: "")) { text, pair in
      let next = Text(verbatim: pair.element)
      return text + (frame.isMarked(pair.offset) ? next.bold().underline() : next) + Text(verbatim: " ")
    }
  }
}
