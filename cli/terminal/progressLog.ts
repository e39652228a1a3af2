// Logs how far a long command is.

const intervalMs = 1_000;

export class ProgressLog {
  private readonly write: (line: string) => void;
  private loggedAt = Date.now();

  /** @param write gets the lines */
  constructor(write: (line: string) => void) {
    this.write = write;
  }

  /** Logs a line if the last one is a second old. */
  log(line: () => string): void {
    if (Date.now() - this.loggedAt < intervalMs) return;
    this.loggedAt = Date.now();
    this.write(line());
  }
}
