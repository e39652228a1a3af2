// Types for migrations of the stored format.
import type { Service } from '../../../lib/platform/service.ts';

/** What a migration would change, or has changed. */
export interface FormatFinding {
  /** A phrase: `stored totals are counted again`. */
  readonly change: string;
  readonly count: number;
}

/**
 * Brings a database from one format to the next. Servers write meanwhile, so it changes a document only if its `revision`
 * is the one that it read. It may be interrupted at any time and then runs again, so it skips what is done.
 */
export interface FormatMigration {
  /** What the new format has that the one before has not. */
  readonly description: string;
  /** Counts what `apply` would change, and changes nothing. */
  readonly dryRun: (service: Service) => Promise<readonly FormatFinding[]>;
  /** @param log receives lines about the progress */
  readonly apply: (service: Service, log: (line: string) => void) => Promise<void>;
}
