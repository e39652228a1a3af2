// What the write operations need to know about a write.
import type { ExpectedRevisions } from '../../platform/db/index.ts';
import type { Status } from '../../schema/index.ts';
import { relatableDocumentsFor, type WriteContext } from '../permissions/index.ts';
import type { WriteTarget } from '../documents/index.ts';

/** A write of one document in one locale. */
export interface OneLocaleContext extends WriteContext {
  /** null if the type is not localized. */
  readonly locale: string | null;
}

export interface WriteOptions {
  /** `published` also publishes the document; `draft` leaves the published version as it is. */
  readonly status: Status;
  /** The condition of an `If-Match` header. */
  readonly expected?: ExpectedRevisions | undefined;
}

/** The target of a caller's write: the caller may relate it only to documents that the caller may find. */
export const writeTargetFor = (
  { service, caller, locales, type, locale }: OneLocaleContext,
  { status, expected }: WriteOptions,
): WriteTarget => ({
  type,
  locale,
  status,
  expected,
  by: caller.user,
  relatable: relatableDocumentsFor(service, caller, locales),
  onlyWritable: true,
});
