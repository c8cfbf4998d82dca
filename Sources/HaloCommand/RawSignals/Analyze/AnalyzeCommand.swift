/// `halo analyze`: runs Halo's algorithms on recordings.
struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Compute heart rate, beats, HRV, steps or sleep from a recording.",
    discussion: """
      A recording is a CSV file, a WFDB record (PhysioNet), standard input (-), or the stream of a paired device \
      ('halo raw'), selected with --device. Instead of an unreliable value, Halo prints the reason.

      EXAMPLES:
        halo analyze beats bidmc_01_Signals.csv --ppg PLETH --rate 125
        halo analyze hrv PPG.csv --ppg R --time time
        halo analyze hrv night.csv --intervals rr --json
        halo analyze beats 100 --ecg MLII
        halo analyze steps walk.csv --acceleration ax,ay,az --rate 50 --unit mg
        halo analyze sleep epochs.csv --movement count --heart-rate-sd hr_sd \\
          --epoch 30 --group subject

      EXIT STATUS: 0, even if there is no value; 64 if a column or an option is missing; 65 if the recording cannot \
      be read; 66 if it cannot be opened.
      """,
    subcommands: [
      HeartRateCommand.self, BeatsCommand.self, HRVCommand.self, AnalyzeStepsCommand.self, AnalyzeSleepCommand.self,
    ])
}
