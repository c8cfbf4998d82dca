import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// Buttons for the previous and the next day, and a calendar behind the day. A swipe does the same, and VoiceOver's
/// adjusting.
struct DayStepper<Contents: DayContents>: View {
  let model: DayModel<Contents>
  @State private var isChoosing = false

  var body: some View {
    HStack {
      Button("Earlier", systemImage: "chevron.backward") { model.goBack() }.labelStyle(.iconOnly)
      Spacer()
      Button {
        isChoosing = true
      } label: {
        Text(phrase: model.title).font(.headline).multilineTextAlignment(.center)
      }
      .accessibilityAddTraits(.isHeader)
      .accessibilityHint("Opens a calendar. Swipe up or down for the next or the previous day.")
      .accessibilityAdjustableAction { direction in
        if direction == .increment { model.goForward() } else { model.goBack() }
      }
      Spacer()
      Button("Later", systemImage: "chevron.forward") { model.goForward() }
        .labelStyle(.iconOnly)
        .disabled(!model.canGoForward)
    }
    .buttonStyle(.borderless)
    .swipes(model)
    .sheet(isPresented: $isChoosing) { DayCalendar(model: model) }
  }
}

extension View {
  /// Shows the previous or the next day after a horizontal swipe.
  func swipes<Contents: DayContents>(_ model: DayModel<Contents>) -> some View {
    contentShape(.rect)
      .simultaneousGesture(
        DragGesture(minimumDistance: 30).onEnded { drag in
          let (x, y) = (drag.translation.width, drag.translation.height)
          guard abs(x) > 2 * abs(y) else { return }
          if x > 0 { model.goBack() } else if model.canGoForward { model.goForward() }
        })
  }
}

/// A calendar up to today, in which a person chooses a day.
private struct DayCalendar<Contents: DayContents>: View {
  let model: DayModel<Contents>
  @Environment(\.halo) private var environment
  @Environment(\.dismiss) private var dismiss
  @State private var date: Date

  init(model: DayModel<Contents>) {
    self.model = model
    _date = State(initialValue: Date(model.shownDay))
  }

  var body: some View {
    DatePicker("Day", selection: $date, in: ...Date(model.today), displayedComponents: .date)
      .datePickerStyle(.graphical)
      .environment(\.calendar, calendar)
      .environment(\.timeZone, .gmt)
      .padding()
      .presentationDetents([.medium, .large])
      .onChange(of: date) { _, date in
        model.show(CalendarDate(date))
        dismiss()
      }
  }

  /// The calendar of devices, with the person's first day of the week.
  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = .autoupdatingCurrent
    calendar.timeZone = .gmt
    let first = environment?.profile.current.firstWeekday ?? .monday
    calendar.firstWeekday = (Weekday.allCases.firstIndex(of: first) ?? 1) + 1
    return calendar
  }
}

// Days have no zone, so that the calendar is one of GMT.
extension Date {
  /// The beginning of a day in GMT.
  fileprivate init(_ day: CalendarDate) { self.init(timeIntervalSince1970: Double(day.daysSince1970) * 86_400) }
}

extension CalendarDate {
  /// The day in GMT.
  fileprivate init(_ date: Date) {
    self.init(daysSince1970: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
  }
}
