// The types that the steps of an import pass on.
import type { ArchiveConfiguration, ArchiveSchema } from '../archive/index.ts';

/** An archive whose lines are in files of their own. */
export interface UnpackedArchive {
  /** SHA-256 of the archive, which recognises it after an interruption. */
  readonly fingerprint: string;
  readonly strapiVersion: string;
  /** 4 or 5. */
  readonly major: number;
  readonly schemas: ReadonlyMap<string, ArchiveSchema>;
  readonly configuration: readonly ArchiveConfiguration[];
  /** The stored files of the archive by name, with their bytes. */
  readonly uploads: ReadonlyMap<string, number>;
  /** The paths of files with one line for each row and for each link. */
  readonly entities: string;
  readonly links: string;
}

/**
 * What a misfit concerns: a part that is left out already, the published version, a value that no version may have, or the
 * whole document.
 */
export type MisfitScope = 'part' | 'published' | 'value' | 'document';

/** Why something of the archive does not fit. */
export interface Misfit {
  readonly scope: MisfitScope;
  readonly version: 'draft' | 'published';
  /** With dots; empty for the document as a whole. */
  readonly path: string;
  readonly message: string;
  readonly value?: unknown;
  /** The links that are left out with the value. */
  readonly links?: readonly unknown[];
}

/** A line of the report: what does not fit or is left out, and of which document. */
export interface ReportLine {
  readonly type: string;
  readonly documentId?: string;
  readonly locale?: string | null;
  readonly version?: 'draft' | 'published';
  readonly path?: string;
  readonly message: string;
  readonly value?: unknown;
  readonly links?: readonly unknown[];
}
