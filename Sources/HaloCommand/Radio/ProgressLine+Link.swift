extension ProgressLine {
  func show(_ progress: SyncProgress) { show(progress.done, of: progress.total, "\(progress.latest)") }

  func show(_ event: LinkEvent) {
    if let words = event.words { show(Phrase(verbatim: words)) }
  }
}
