import Foundation
import HaloHealth
import HaloReports
import SwiftUI

/// The inputs of heart rate zones, and the first day of the calendar's week.
struct ProfileSection: View {
  @Binding var profile: Profile

  var body: some View {
    Section {
      Picker("Year of birth", selection: $profile.birthYear) {
        Text("Not set").tag(Int?.none)
        ForEach(years, id: \.self) { Text(verbatim: $0.description).tag(Optional($0)) }
      }
      .pickerStyle(.navigationLink)
      Picker("Maximum heart rate", selection: $profile.maxHeartRate) {
        Text("Estimated from your age").tag(Int?.none)
        ForEach(Array(Profile.maxHeartRates), id: \.self) { rate in
          Text(phrase: MeasureWording.value(Double(rate), of: Metric.heartRate)).tag(Optional(rate))
        }
      }
      .pickerStyle(.navigationLink)
      Picker("First day of the week", selection: $profile.firstWeekday) {
        ForEach(Weekday.allCases, id: \.self) { Text(phrase: $0.phrase).tag($0) }
      }
    } header: {
      Text("Profile")
    } footer: {
      Text("Heart rate zones need your year of birth, or your measured maximum heart rate.")
    }
  }

  private var years: [Int] {
    let now = Calendar(identifier: .gregorian).component(.year, from: .now)
    return Array((Profile.firstBirthYear...max(now, Profile.firstBirthYear)).reversed())
  }
}
