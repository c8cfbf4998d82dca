extension Words {
  /// "43 frames read: 8 messages understood, 1 unknown."
  static func readSentence(_ counts: DayRecording.Counts) -> String {
    var parts = ["\(counted(counts.messages, "message")) understood"]
    if counts.unknown > 0 { parts.append("\(counts.unknown) unknown") }
    if counts.corrupt > 0 { parts.append("\(counts.corrupt) damaged") }
    if counts.incomplete > 0 { parts.append("\(counts.incomplete) unfinished") }
    if counts.notHexadecimal > 0 { parts.append("\(counted(counts.notHexadecimal, "line")) not hexadecimal") }
    return "\(counted(counts.frames, "frame")) read: \(parts.joined(separator: ", "))."
  }
}
