// Declares a request about a part of a document: its schedule, stage or comments.
import type { ContentType } from '../../schema/index.ts';
import type { ExpectedRevisions } from '../db/index.ts';
import type { Caller } from './caller.ts';

export interface DocumentRequest {
  readonly caller: Caller;
  readonly type: ContentType;
  /** undefined: the document of a single type. */
  readonly documentId: string | undefined;
  /** undefined: the default locale. */
  readonly locale: string | undefined;
  /** @returns the condition of its `If-Match` header, for a locale @throws ApiError 400 for one that is not valid */
  readonly readIfMatch: (locale: string | null) => ExpectedRevisions | undefined;
}
