import Foundation
import HaloModels
import HaloReports
import SwiftUI
import UniformTypeIdentifiers

/// Data and privacy: amount of data, export, erasure.
struct DataScreen: View {
  let model: DataModel
  let imports: ImportModel
  @Environment(\.startDemo) private var startDemo
  @State private var isErasing = false
  @State private var isErasingRaw = false

  var body: some View {
    List {
      Section("Privacy") { ForEach(DataModel.privacy, id: \.self) { Text(phrase: $0) } }
      Section {
        LoadedView(loaded: model.contents) { contents in
          ForEach(contents.figures) { FigureRow(figure: $0) }
        }
        // The demonstration has a journal of its own.
        if startDemo != nil { BackupToggle() }
      } header: {
        Text("Stored data")
      } footer: {
        Text(
          "A backup in iCloud or on a computer then contains your health data. Without it, a lost phone is lost data.")
      }
      ExportSection(model: model)
      ImportSection(model: imports)
      Section {
        Button("Erase raw readings older than 30 days") { isErasingRaw = true }
        Button("Erase everything", role: .destructive) { isErasing = true }
      } header: {
        Text("Erasing")
      } footer: {
        VStack(alignment: .leading) {
          if let erased = model.erased { Text(phrase: erased) }
          if let problem = model.problem { Text(phrase: problem.phrase) }
        }
      }
    }
    .navigationTitle("Data and privacy")
    .task { await model.run() }
    .confirmationDialog("Erase old raw readings?", isPresented: $isErasingRaw, titleVisibility: .visible) {
      Button("Erase", role: .destructive) { model.eraseOldRaw() }
    } message: {
      Text("Light and acceleration older than 30 days are erased permanently. Values computed from them are kept.")
    }
    .confirmationDialog("Erase everything?", isPresented: $isErasing, titleVisibility: .visible) {
      Button("Erase everything", role: .destructive) { model.eraseEverything() }
    } message: {
      Text(
        "All devices and their data are erased permanently. What Halo wrote to Health stays there: remove it first under Settings, or later in Health."
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

/// Merging another journal, chosen in Files.
private struct ImportSection: View {
  let model: ImportModel
  @State private var isChoosing = false
  @State private var failure: String?
  @State private var isCopying = false
  @State private var copying: Task<Void, Never>?

  var body: some View {
    Section {
      switch model.state {
      case .idle where isCopying: ProgressView("Getting the file …")
      case .idle: Button("Merge a journal …", systemImage: "square.and.arrow.down") { isChoosing = true }
      case .reading(let done):
        ProgressView("Reading the journal …", value: done, total: 1)
        Button("Cancel", role: .cancel) { model.close() }
      case .found(let sentences, let hasNews):
        ForEach(sentences, id: \.self) { Text(phrase: $0) }
        if hasNews { Button("Merge") { model.confirm() } }
        Button("Close", role: .cancel) { model.close() }
      case .merging: ProgressView("Merging …")
      case .done(let sentences):
        ForEach(sentences, id: \.self) { Text(phrase: $0) }
        Button("Close") { model.close() }
      case .failed(let problem):
        Text(phrase: problem.phrase)
        Button("Close") { model.close() }
      }
    } header: {
      Text("Another journal of yours")
    } footer: {
      VStack(alignment: .leading) {
        if let failure { Text(verbatim: failure) }
        Text("Adds what your computer's journal has and this one does not. Nothing is there twice.")
      }
    }
    .fileImporter(isPresented: $isChoosing, allowedContentTypes: [.database, .data]) { chosen in
      failure = nil
      switch chosen {
      case .success(let file):
        isCopying = true
        copying = Task { await read(file) }
      case .failure(let error): failure = error.localizedDescription
      }
    }
    .onDisappear { copying?.cancel() }
  }

  /// The file belongs to Files and may be read only for a moment: a copy is read.
  private func read(_ file: URL) async {
    defer { isCopying = false }
    do {
      let copy = try await FileCopy.make(of: file)
      guard !Task.isCancelled else { return try FileManager.default.removeItem(at: copy) }
      model.read(copy.path(percentEncoded: false), name: file.lastPathComponent, isTemporary: true)
    } catch { failure = error.localizedDescription }
  }
}

/// The choice to leave the journal out of the phone's backups.
private struct BackupToggle: View {
  @State private var isBackedUp = AppBackup.isIncluded
  @State private var failure: String?

  var body: some View {
    Toggle("Part of backups of this device", isOn: $isBackedUp)
      .onChange(of: isBackedUp) { _, isBackedUp in
        do {
          try AppBackup.include(isBackedUp)
          failure = nil
        } catch { failure = error.localizedDescription }
      }
    if let failure { Text(verbatim: failure) }
  }
}

#if DEBUG
  struct DataScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { DataScreen(model: $0.data, imports: $0.imports) }
    }
  }
#endif
