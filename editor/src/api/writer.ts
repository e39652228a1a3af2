// Who wrote or deleted a document.
import type { Data } from './call.ts';

/** A user or a token; their names are null if the user may not know them. */
export type Writer = NonNullable<Data<'GET /api/trash'>[number]['deletedBy']>;

/** @returns undefined for a writer without a name that the user may know */
export const writerName = (writer: Writer | null): string | undefined =>
  (writer?.type === 'user' ? writer.username : writer?.name) ?? undefined;
