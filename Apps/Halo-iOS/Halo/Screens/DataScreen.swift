import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// Data and privacy: amount of data, export, erasure.
struct DataScreen: View {
  let model: DataModel
  @State private var isErasing = false

  var body: some View {
    List {
      Section("Privacy") { ForEach(DataModel.privacy, id: \.self) { Text(phrase: $0) } }
      Section("Stored data") {
        LoadedView(loaded: model.contents) { contents in
          ForEach(contents.figures) { FigureRow(figure: $0) }
        }
      }
      ExportSection(model: model)
      Section {
        Button("Erase raw readings older than 30 days") { model.eraseOldRaw() }
        Button("Erase everything", role: .destructive) { isErasing = true }
      } header: {
        Text("Erasing")
      } footer: {
        if let erased = model.erased { Text(phrase: erased) }
        if let problem = model.problem { Text(phrase: problem.phrase) }
      }
    }
    .navigationTitle("Data and privacy")
    .task { await model.run() }
    .confirmationDialog("Erase everything?", isPresented: $isErasing, titleVisibility: .visible) {
      Button("Erase everything", role: .destructive) { model.eraseEverything() }
    } message: {
      Text(
        "All devices and their data are erased permanently. Data in Health stays there: erase it in Health."
      )
    }
  }
}

/// The export of data as a file.
private struct ExportSection: View {
  let model: DataModel

  var body: some View {
    Section {
      ForEach(ExportFormat.allCases) { format in
        Button {
          model.start(format)
        } label: {
          VStack(alignment: .leading) {
            Text(phrase: format.title)
            Text(phrase: format.explanation).font(.footnote).foregroundStyle(.secondary)
          }
        }
      }
      switch model.export {
      case .idle: EmptyView()
      case .writing:
        ProgressView("Writing …")
        Button("Stop", role: .cancel) { model.cancel() }
      case .written(_, let path, let words):
        ShareLink("Share", item: URL(filePath: path))
        Text(phrase: words).foregroundStyle(.secondary)
        Button("Discard the file") { model.discardExport() }
      case .cancelled: Text("Stopped; nothing was written.")
      case .failed(let problem): Text(phrase: problem.phrase)
      }
    } header: {
      Text("Export")
    } footer: {
      Text("The file contains your health data unencrypted. Be careful with whom you share it.")
    }
  }
}

#if DEBUG
  struct DataScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { DataScreen(model: $0.data) }
    }
  }
#endif
