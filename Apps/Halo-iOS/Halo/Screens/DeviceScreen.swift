import Foundation
import HaloJournal
import HaloModels
import HaloWearables
import SwiftUI

/// My device: adding a device, its status, renaming, removing. It connects to the device; the home screen ends the
/// connection.
struct DeviceScreen: View {
  let models: AppModel.Models
  /// The device of the current dialog.
  @State private var chosen: DevicesModel.Row?
  @State private var isRemoving = false
  @State private var isRenaming = false
  @State private var isErasing = false
  @State private var name = ""

  private var rings: RingSessionManager { models.rings }
  private var devices: DevicesModel { models.devices }

  var body: some View {
    List {
      if let ring = rings.currentRing {
        RingSection(rings: rings, ring: ring, kind: models.environment.registry.kind(of: ring.family))
        SyncSection(model: models.sync)
      } else {
        Section { AdviceView(advice: DevicesModel.noDevice) }
      }
      ProblemSection(problem: rings.problem) { Button("Dismiss") { rings.dismissProblem() } }
      ProblemSection(problem: devices.problem) { Button("Dismiss") { devices.dismissProblem() } }
      ProblemSection(problem: rings.pickerProblem) { Button("Try again") { rings.activate() } }
      Section {
        Button("Add a device", systemImage: "plus.circle") { rings.add() }.disabled(!rings.canAdd)
        if rings.currentRing != nil {
          Button("Remove this device", systemImage: "minus.circle", role: .destructive) { isRemoving = true }
        }
      } footer: {
        Text("The data of a removed device stays in your journal.")
      }
      ForEach(devices.rows.value ?? []) { row in
        DeviceSection(rings: rings, row: row) {
          ask(about: row, $isRenaming)
        } erase: {
          ask(about: row, $isErasing)
        }
      }
      ProblemSection(problem: devices.rows.problem) {}
      ForEach(rings.dismissed) { DismissedSection(rings: rings, accessory: $0) }
      Section {
        ForEach(ScreenPlace.allCases.filter { !$0.isTab }) { place in
          NavigationLink {
            models.screen(place)
          } label: {
            place.label
          }
        }
      }
    }
    .navigationTitle("My device")
    .refreshable { await models.sync.refresh() }
    .task { await devices.run() }
    .onAppear { rings.connect() }
    .onChange(of: rings.currentRing?.device) { rings.connect() }
    .confirmationDialog("Remove this device?", isPresented: $isRemoving, titleVisibility: .visible) {
      Button("Remove", role: .destructive) { rings.remove() }
    } message: {
      Text("Its data stays in your journal.")
    }
    .alert("Rename", isPresented: $isRenaming) {
      TextField("Name", text: $name)
      Button("Save") { if let row = chosen { devices.rename(row.device, to: name) } }
      Button("Cancel", role: .cancel) {}
    }
    .confirmationDialog(
      "Erase all data of this device?", isPresented: $isErasing, titleVisibility: .visible
    ) {
      Button("Erase", role: .destructive) { if let row = chosen { devices.erase(row.device) } }
    } message: {
      Text("This cannot be undone.")
    }
  }

  private func ask(about row: DevicesModel.Row, _ question: Binding<Bool>) {
    name = row.device.name
    chosen = row
    question.wrappedValue = true
  }
}

/// The device: its picture, its connection, and what it reported over it.
private struct RingSection: View {
  let rings: RingSessionManager
  let ring: Accessory
  let kind: WearableFamily.Kind

  var body: some View {
    Section {
      VStack(spacing: 8) {
        DevicePicture(kind: kind).frame(maxWidth: 160)
        Text(verbatim: ring.name).font(.title2).bold()
        Text(phrase: rings.linkText).font(.subheadline).foregroundStyle(.secondary).multilineTextAlignment(.center)
      }
      .frame(maxWidth: .infinity)
      .accessibilityElement(children: .combine)
      if let words = rings.connectTitle {
        Button {
          rings.connect()
        } label: {
          Text(phrase: words)
        }
      }
    }
  }
}

/// A device, with its data from the journal.
private struct DeviceSection: View {
  let rings: RingSessionManager
  let row: DevicesModel.Row
  let rename: @MainActor () -> Void
  let erase: @MainActor () -> Void
  @Environment(\.halo) private var environment
  @Environment(\.workout) private var workout

  var body: some View {
    Section {
      ForEach(row.figures) { FigureRow(figure: $0) }
      if let other = rings.other(row.device) {
        Button("Show at the top") { rings.select(other) }
      }
      if let environment {
        let driver = environment.registry.driver(row.device.family)
        if driver is any MachineControlling.Type, let workout {
          NavigationLink("Use the machine") {
            MachineScreen(device: row.device, environment: environment, workout: workout)
          }
        }
        if driver is any AlarmConfigurable.Type {
          NavigationLink("Alarms and display") { WatchScreen(device: row.device, environment: environment) }
        }
        NavigationLink("Device settings and Find") {
          DeviceSettingsScreen(device: row.device, environment: environment)
        }
      }
      Button("Rename", action: rename)
      Button("Erase with all its data", role: .destructive, action: erase)
    } header: {
      Text(verbatim: row.device.name)
    } footer: {
      Text(phrase: row.kind)
    }
  }
}

/// A device that was released here but is still remembered by the system.
private struct DismissedSection: View {
  let rings: RingSessionManager
  let accessory: Accessory

  var body: some View {
    Section {
      Button("Use it again") { rings.reclaim(accessory) }
      Button("Remove", role: .destructive) { rings.remove(accessory) }
    } header: {
      Text(verbatim: accessory.name)
    } footer: {
      Text("You removed this device. iOS still remembers it for Halo, but Halo does not read from it.")
    }
  }
}

#if DEBUG
  struct DeviceScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { DeviceScreen(models: $0) }
    }
  }
#endif
