import ArgumentParser
struct DayCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "day"); func run() {} }
