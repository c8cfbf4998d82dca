extension TextFormat {
  /// "43 frames read: 8 messages understood, 1 unknown."
  static func readSentence(_ counts: DayRecording.Counts) -> Phrase {
    var parts = [
      counts.messages == 1 ? Phrase("1 message understood") : Phrase("\(counts.messages) messages understood")
    ]
    if counts.unknown > 0 { parts.append(Phrase("\(counts.unknown) unknown")) }
    if counts.corrupt > 0 { parts.append(Phrase("\(counts.corrupt) damaged")) }
    if counts.incomplete > 0 { parts.append(Phrase("\(counts.incomplete) unfinished")) }
    if counts.notHexadecimal > 0 {
      parts.append(
        counts.notHexadecimal == 1
          ? Phrase("1 line not hexadecimal") : Phrase("\(counts.notHexadecimal) lines not hexadecimal"))
    }
    let list = Phrase.list(parts) ?? Phrase("")
    return counts.frames == 1 ? Phrase("1 frame read: \(list).") : Phrase("\(counts.frames) frames read: \(list).")
  }
}
