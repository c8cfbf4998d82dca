import Foundation
import HaloJournal
import HaloModels
import SwiftUI

/// My device: adding a ring, how it does, removing it.
struct DeviceScreen: View {
  let rings: RingSessionManager
  let devices: DevicesModel
  let sync: SyncModel
  /// What else this screen leads to, where there is no sidebar.
  let others: [(place: ScreenPlace, screen: AnyView)]
  @State private var isRemoving = false

  var body: some View {
    List {
      if let ring = rings.currentRing {
        RingSection(rings: rings, ring: ring)
        SyncSection(model: sync)
      } else {
        Section {
          AdviceView(
            advice: Advice(
              Phrase("No device yet"), Phrase("Add a ring: take it off its charger and keep it near.")))
        }
      }
      if let problem = rings.problem {
        Section {
          Text(phrase: problem.phrase)
          Button("Dismiss") { rings.dismissProblem() }
        }
      }
      Section {
        Button("Add a ring or a strap", systemImage: "plus.circle") { rings.add() }.disabled(!rings.canAdd)
        if rings.currentRing != nil {
          Button("Remove this device", systemImage: "minus.circle", role: .destructive) { isRemoving = true }
        }
      } footer: {
        Text("What a removed device told stays in your journal.")
      }
      OtherDevicesSection(rings: rings, devices: devices)
      if !others.isEmpty {
        Section {
          ForEach(others, id: \.place) { other in
            NavigationLink {
              other.screen
            } label: {
              other.place.label
            }
          }
        }
      }
    }
    .navigationTitle("My device")
    .task { await devices.run() }
    .onAppear { rings.connect() }
    .onDisappear { rings.disconnect() }
    .onChange(of: rings.currentRing?.device) { rings.connect() }
    .confirmationDialog("Remove this device?", isPresented: $isRemoving, titleVisibility: .visible) {
      Button("Remove", role: .destructive) { rings.remove() }
    } message: {
      Text("What it told stays in your journal.")
    }
  }
}

/// The ring: its picture, its charge, its revisions, and its link.
private struct RingSection: View {
  let rings: RingSessionManager
  let ring: Accessory

  var body: some View {
    Section {
      VStack(spacing: 8) {
        Image(decorative: "Ring").resizable().scaledToFit().frame(maxWidth: 160)
        Text(verbatim: ring.name).font(.title2).bold()
        Text(phrase: rings.linkWords).font(.subheadline).foregroundStyle(.secondary).multilineTextAlignment(.center)
      }
      .frame(maxWidth: .infinity)
      .accessibilityElement(children: .combine)
      ForEach(rings.figures) { FigureRow(figure: $0) }
    }
  }
}

/// All devices, with what the journal knows of each.
private struct OtherDevicesSection: View {
  let rings: RingSessionManager
  let devices: DevicesModel
  /// The device that a question is about.
  @State private var chosen: DevicesModel.Row?
  @State private var isRenaming = false
  @State private var isErasing = false
  @State private var name = ""

  var body: some View {
    LoadedView(loaded: devices.rows) { rows in
      ForEach(rows) { row in
        Section {
          ForEach(row.figures) { FigureRow(figure: $0) }
          Button("Rename") {
            name = row.device.name
            chosen = row
            isRenaming = true
          }
          Button("Erase with all its data", role: .destructive) {
            chosen = row
            isErasing = true
          }
        } header: {
          Text(verbatim: row.device.name)
        } footer: {
          Text(phrase: row.kind)
        }
      }
    }
    .alert("Rename", isPresented: $isRenaming) {
      TextField("Name", text: $name)
      Button("Save") { if let row = chosen { devices.rename(row.device, to: name) } }
      Button("Cancel", role: .cancel) {}
    }
    .confirmationDialog(
      "Erase everything that came from this device?",
      isPresented: $isErasing, titleVisibility: .visible
    ) {
      Button("Erase", role: .destructive) { if let row = chosen { devices.erase(row.device) } }
    } message: {
      Text("This cannot be undone.")
    }
  }
}

#if DEBUG
  struct DeviceScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { DeviceScreen(rings: $0.rings, devices: $0.devices, sync: $0.sync, others: []) }
    }
  }
#endif
