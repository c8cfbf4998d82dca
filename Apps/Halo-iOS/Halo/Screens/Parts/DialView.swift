import Foundation
import HaloHealth
import HaloModels
import SwiftUI

/// A dial of 24 hours with midnight at the top: sleep on the ring, steps outside.
struct DialView: View {
  let dial: DayDial
  @ScaledMetric private var scaled = 260.0
  @Environment(\.dynamicTypeSize) private var typeSize

  /// Grows with the text, up to the width of a phone.
  private var size: Double { min(scaled, 340) }

  var body: some View {
    ZStack {
      Circle().stroke(Color.secondary.opacity(0.2), lineWidth: 16).padding(34)
      ForEach(dial.sleep) { arc in
        DialArc(arc: arc, inset: 34, color: arc.stage?.color ?? .indigo, width: 16)
      }
      ForEach(dial.steps) { arc in
        DialArc(arc: arc, inset: 12, color: .green, width: 3 + 15 * arc.height)
      }
      // Very large captions would cover the ring and each other.
      ForEach(typeSize.isAccessibilitySize ? [] : SeriesPicture.hours.filter { $0.position < 1440 }) { hour in
        Text(phrase: hour.label)
          .font(.caption2)
          .foregroundStyle(.secondary)
          .rotationEffect(.degrees(-Double(hour.position) / 4))
          .offset(x: 0, y: -size * 0.28)
          .rotationEffect(.degrees(Double(hour.position) / 4))
      }
    }
    .frame(width: size, height: size)
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
