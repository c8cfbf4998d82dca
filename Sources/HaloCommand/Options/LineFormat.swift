/// The format of an output with a line per value.
enum LineFormat: String, ExpressibleByArgument, CaseIterable {
  case csv
  case jsonl
}
