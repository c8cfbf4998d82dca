import Foundation
import HaloModels
import SwiftUI

/// Where a number comes from, down to the bytes.
struct ExplainScreen: View {
  @State private var model: ExplainModel

  init(subject: ExplainSubject, environment: ModelEnvironment) {
    _model = State(initialValue: ExplainModel(subject, environment))
  }

  var body: some View {
    List {
      LoadedView(loaded: model.contents) { contents in
        Section {
          Text(phrase: contents.value).font(.largeTitle).bold().monospacedDigit()
          ForEach(contents.facts) { FigureRow(figure: $0) }
        } header: {
          Text(phrase: contents.name)
        } footer: {
          if let remark = contents.remark { Text(phrase: remark) }
        }
        if !contents.inputs.isEmpty {
          Section("Computed from") { ForEach(contents.inputs, id: \.self) { Text(phrase: $0) } }
        }
        if !contents.messages.isEmpty {
          Section("The device's words") {
            ForEach(contents.messages, id: \.self) { message in
              Text(verbatim: message).font(.footnote).monospaced().textSelection(.enabled)
            }
          }
        }
        if !contents.frames.isEmpty {
          Section("The bytes as they came") {
            ForEach(contents.frames) { frame in
              VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: frame.grouped).font(.footnote).monospaced().textSelection(.enabled)
                Text(verbatim: frame.time).font(.caption).foregroundStyle(.secondary)
              }
              .accessibilityElement(children: .combine)
            }
          }
        }
      }
    }
    .navigationTitle("Where it comes from")
    .navigationBarTitleDisplayMode(.inline)
    .task { await model.run() }
  }
}
