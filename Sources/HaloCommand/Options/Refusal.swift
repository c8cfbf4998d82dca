/// Refuses a command's arguments, with the reason, if they are wrong.
func refuse(_ reason: @autoclosure () -> Phrase, if isWrong: Bool) throws {
  if isWrong { throw ValidationError(reason()) }
}

/// Refuses a command's arguments, with the reason, unless they are right.
func refuse(_ reason: @autoclosure () -> Phrase, unless isRight: Bool) throws {
  if !isRight { throw ValidationError(reason()) }
}

/// Refuses a number outside the range of its option.
func check(_ option: String, _ number: Int?, within range: ClosedRange<Int>) throws {
  guard let number, !range.contains(number) else { return }
  throw ValidationError(
    Phrase("\(option) must be \(String(range.lowerBound)) to \(String(range.upperBound))."))
}

/// Returns what an argument was read as, or refuses the argument.
func refuse<Value>(_ reason: @autoclosure () -> Phrase, ifNil value: Value?) throws -> Value {
  guard let value else { throw ValidationError(reason()) }
  return value
}
