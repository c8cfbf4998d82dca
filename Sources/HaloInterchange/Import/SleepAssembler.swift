import HaloHealth
struct SleepAssembler { mutating func add(stage: SleepStage?, start: Moment, end: Moment, place: Int) {}
 mutating func finish() -> [(kind: Night.Kind, start: Moment, stages: [Night.Stretch], place: Int)] { [] } }
