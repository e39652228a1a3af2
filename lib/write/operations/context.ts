// What the write operations need to know about a write.
import type { ExpectedRevisions } from '../../platform/db/index.ts';
import { writerOf, type Caller } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import type { ContentType, Status } from '../../schema/index.ts';
import { relatableDocumentsFor, type WriteContext } from '../permissions/index.ts';
import type { DeleteHooks, WriteHooks, WriteTarget } from '../documents/index.ts';

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

/** Finds the project's hooks on a type. */
export interface HooksFor {
  /** @returns undefined if the type has no hooks on writes */
  readonly write: (service: Service, caller: Caller, type: ContentType) => WriteHooks | undefined;
  /** @returns undefined if the type has no hooks on deletions */
  readonly delete: (service: Service, caller: Caller, type: ContentType) => DeleteHooks | undefined;
}

/** The target of a caller's write: the caller may relate it only to documents that the caller may find. */
export const writeTargetFor = (
  hooksFor: HooksFor,
  { service, caller, locales, type, locale }: OneLocaleContext,
  { status, expected }: WriteOptions,
): WriteTarget => ({
  type,
  locale,
  status,
  expected,
  by: writerOf(caller),
  relatable: relatableDocumentsFor(service, caller, locales),
  onlyWritable: true,
  hooks: hooksFor.write(service, caller, type),
});
