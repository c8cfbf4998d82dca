extension Sequence {
  /// The elements in parts: an element begins a new part unless it `follows` the one before it.
  package func parts(where follows: (_ last: Element, _ next: Element) throws -> Bool) rethrows -> [[Element]] {
    try reduce(into: []) { parts, next in
      if let last = parts.last?.last, try follows(last, next) {
        parts[parts.count - 1].append(next)
      } else {
        parts.append([next])
      }
    }
  }
}
