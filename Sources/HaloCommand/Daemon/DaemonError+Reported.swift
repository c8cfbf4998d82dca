import HaloDaemon

extension DaemonMismatch: ReportedError {}

extension SilentDaemon: ReportedError {}
