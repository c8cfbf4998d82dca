extension String {
  /// The name for comparisons with a typed one: without case, and with ordinary spaces and quotation marks. Phones put
  /// special ones into the names of devices ("Ada’s Apple Watch", with a no-break space).
  public var foldedName: String {
    String(
      map { character in
        if character.isWhitespace { return " " }
        return "‘’‚‛′ʼ`´".contains(character) ? "'" : "“”„‟″«»".contains(character) ? "\"" : character
      }
    ).lowercased()
  }
}
