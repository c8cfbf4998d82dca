import Foundation
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import HaloWearables
import SwiftUI

/// A watch's alarms and display pages, as the watch keeps them.
struct WatchScreen: View {
  @State private var model: WatchModel
  /// The alarm that is being edited.
  @State private var draft: AlarmDraft?

  init(device: Device, environment: ModelEnvironment) {
    _model = State(initialValue: WatchModel(device, environment))
  }

  var body: some View {
    List {
      Section("Alarms") {
        LoadedView(loaded: model.alarms) { alarms in
          ForEach(alarms, id: \.slot) { alarm in AlarmRow(model: model, alarm: alarm) { draft = AlarmDraft(alarm) } }
          Button("Add an alarm", systemImage: "plus.circle") { draft = model.newAlarm.map { AlarmDraft($0) } }
            .disabled(model.newAlarm == nil)
        }
      }
      if !model.pages.isEmpty {
        Section("Pages of the display") {
          ForEach(model.pages) { PageRow(model: model, page: $0) }
        }
      }
      Section {
        Button("Read again", systemImage: "arrow.clockwise") { model.reload() }
      } footer: {
        VStack(alignment: .leading) {
          if model.isBusy { Text("Asking the device …") }
          if let problem = model.problem { Text(phrase: problem.phrase) }
          if let caution = model.caution { Text(phrase: caution) }
        }
      }
    }
    .disabled(model.isBusy)
    .navigationTitle("Alarms and display")
    .task { await model.run() }
    .sheet(item: $draft) { AlarmEditor(model: model, draft: $0) }
  }
}

/// An alarm: its time and days, and a switch.
private struct AlarmRow: View {
  let model: WatchModel
  let alarm: Alarm
  let edit: @MainActor () -> Void

  var body: some View {
    HStack {
      Button(action: edit) {
        VStack(alignment: .leading) {
          Text(phrase: Phrase("\(alarm.time)")).font(.title2).monospacedDigit()
          Text(phrase: alarm.days).font(.footnote).foregroundStyle(.secondary)
        }
      }
      .accessibilityHint("Changes the alarm.")
      Spacer()
      Toggle(isOn: isEnabled) { Text(phrase: Phrase("\(alarm.time)")) }.labelsHidden()
    }
    .buttonStyle(.borderless)
  }

  private var isEnabled: Binding<Bool> {
    Binding {
      alarm.isEnabled
    } set: { @MainActor isEnabled in
      model.save(
        Alarm(
          slot: alarm.slot, isEnabled: isEnabled, time: alarm.time, weekdays: alarm.weekdays, isWeekly: alarm.isWeekly))
    }
  }
}

/// A page of the display, with a switch.
private struct PageRow: View {
  let model: WatchModel
  let page: WatchModel.Page

  var body: some View {
    Toggle(
      isOn: Binding {
        page.isShown
      } set: { @MainActor isShown in
        model.show(page, isShown)
      }
    ) {
      Text(phrase: page.title)
    }
  }
}

/// The values of an alarm while it is edited.
private struct AlarmDraft: Identifiable {
  let alarm: Alarm
  var time: Date
  var weekdays: Set<Int>
  var isWeekly: Bool

  var id: Int { alarm.slot }

  init(_ alarm: Alarm) {
    self.alarm = alarm
    (weekdays, isWeekly) = (alarm.weekdays, alarm.isWeekly)
    let midnight = Calendar.current.startOfDay(for: Date())
    time =
      Calendar.current.date(bySettingHour: alarm.time.hour, minute: alarm.time.minute, second: 0, of: midnight)
      ?? midnight
  }

  /// The alarm as edited, turned on.
  var edited: Alarm {
    let parts = Calendar.current.dateComponents([.hour, .minute], from: time)
    return Alarm(
      slot: alarm.slot, isEnabled: true, time: TimeOfDay(minutes: (parts.hour ?? 0) * 60 + (parts.minute ?? 0)),
      weekdays: weekdays, isWeekly: isWeekly && !weekdays.isEmpty)
  }
}

/// A sheet with the time and the days of an alarm.
private struct AlarmEditor: View {
  let model: WatchModel
  @State var draft: AlarmDraft
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    NavigationStack {
      List {
        DatePicker("Time", selection: $draft.time, displayedComponents: .hourAndMinute)
        Section("Days") {
          ForEach(0..<7) { day in
            Toggle(isOn: rings(on: day)) { Text(phrase: Weekday.allCases[day].phrase) }
          }
          Toggle("Every week", isOn: $draft.isWeekly).disabled(draft.weekdays.isEmpty)
        }
        Section {
          Button("Delete the alarm", systemImage: "minus.circle", role: .destructive) {
            model.delete(draft.alarm)
            dismiss()
          }
        }
      }
      .navigationTitle("Alarm")
      .toolbar {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel", role: .cancel) { dismiss() } }
        ToolbarItem(placement: .confirmationAction) {
          Button("Save") {
            model.save(draft.edited)
            dismiss()
          }
        }
      }
    }
  }

  private func rings(on day: Int) -> Binding<Bool> {
    let current = draft.weekdays.contains(day)
    return Binding {
      current
    } set: { @MainActor isOn in
      if isOn { draft.weekdays.insert(day) } else { draft.weekdays.remove(day) }
    }
  }
}
