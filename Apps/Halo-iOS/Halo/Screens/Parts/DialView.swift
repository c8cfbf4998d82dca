import Foundation
import HaloHealth
import HaloModels
import SwiftUI

/// A dial of 24 hours with midnight at the top: sleep on the ring, steps outside.
struct DialView: View {
  let dial: DayDial

  var body: some View {
    ZStack {
      Circle().stroke(Color.secondary.opacity(0.2), lineWidth: 16).padding(34)
      ForEach(dial.sleep) { arc in
        DialArc(arc: arc, inset: 34, color: arc.stage?.color ?? .indigo, width: 16)
      }
      ForEach(dial.steps) { arc in
        DialArc(arc: arc, inset: 12, color: .green, width: 3 + 15 * arc.height)
      }
      ForEach(SeriesPicture.hours.filter { $0.position < 1440 }, id: \.position) { hour in
        Text(phrase: hour.label)
          .font(.caption2)
          .foregroundStyle(.secondary)
          .rotationEffect(.degrees(-Double(hour.position) / 4))
          .offset(x: 0, y: -72)
          .rotationEffect(.degrees(Double(hour.position) / 4))
      }
    }
    .frame(width: 260, height: 260)
    .frame(maxWidth: .infinity)
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(Text(phrase: dial.voiceOverText))
    .accessibilityAddTraits(.isImage)
  }
}

/// A part of the dial.
private struct DialArc: View {
  let arc: DayDial.Arc
  let inset: Double
  let color: Color
  let width: Double

  var body: some View {
    Circle()
      .trim(from: Double(arc.start) / 1440, to: Double(arc.end) / 1440)
      .stroke(color, lineWidth: width)
      // A circle begins at three o'clock.
      .rotationEffect(.degrees(-90))
      .padding(inset)
  }
}
