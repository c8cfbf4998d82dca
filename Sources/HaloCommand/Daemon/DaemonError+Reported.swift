import HaloDaemon

extension DaemonMismatch: ReportedError {}

extension UnresponsiveDaemon: ReportedError {}
