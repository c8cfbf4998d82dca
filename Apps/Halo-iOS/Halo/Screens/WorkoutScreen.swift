import Foundation
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import SwiftUI

/// Records a workout with a strap, a ring or a machine.
struct WorkoutScreen: View {
  @Bindable private var model: WorkoutModel

  init(model: WorkoutModel) { _model = Bindable(wrappedValue: model) }

  var body: some View {
    List {
      Section {
        if model.isRecording {
          Text(phrase: model.elapsed).font(.largeTitle).bold().monospacedDigit().frame(maxWidth: .infinity)
            .accessibilityAddTraits(.updatesFrequently)
          ForEach(model.figures) { FigureRow(figure: $0) }
          Button("Finish", systemImage: "stop.circle", role: .destructive) { model.stop() }
        } else {
          Button("Start", systemImage: "play.circle") { model.start() }.disabled(!model.canStart)
        }
      } footer: {
        Text(phrase: model.words)
      }
      if !model.isRecording {
        Section("Sport and devices") {
          Picker("Sport", selection: $model.kind) {
            if model.machine != nil { Text("That of the machine").tag(Workout.Kind?.none) }
            ForEach(Workout.Kind.allCases, id: \.self) { Text(phrase: $0.title).tag(Optional($0)) }
          }
          Picker("Heart rate", selection: $model.heart) {
            Text("None").tag(Device?.none)
            ForEach(model.hearts, id: \.id) { Text(verbatim: $0.name).tag(Optional($0)) }
          }
          if !model.machines.isEmpty {
            Picker("Machine", selection: $model.machine) {
              Text("None").tag(Device?.none)
              ForEach(model.machines, id: \.id) { Text(verbatim: $0.name).tag(Optional($0)) }
            }
          }
        }
      }
      DisclaimerSection()
    }
    .navigationTitle("Workout")
  }
}

#if DEBUG
  struct WorkoutScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { WorkoutScreen(model: $0.workout) }
    }
  }
#endif
