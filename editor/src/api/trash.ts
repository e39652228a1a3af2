// The trash: deleted documents and files, which can be restored for some days.
import { queryOptions } from '@tanstack/react-query';
import { call, pagesQuery, resourceKey, type Answered, type Data } from './call.ts';
import { ApiError, type Fault } from './client.ts';
import type { DocumentAnswer } from './document.ts';
import type { Grant } from './editor.ts';
import type { QueryParameters } from './documents.ts';

/** A deleted document, in the locales that were deleted together. */
export type RemovedDocument = Data<'GET /api/trash'>[number];

/** The deleted documents of a type, the latest first. Invalidate `queryKey` after each change. */
export const trashQuery = (uid: string) => pagesQuery('GET /api/trash', { query: { type: uid } });

/** Where a deleted document is. */
export interface RemovedAddress {
  /** The uid of the type. */
  readonly uid: string;
  readonly documentId: string;
  /** Undefined: every deleted locale. */
  readonly locale: string | undefined;
}

/**
 * One deleted document. It is read again each time it is shown.
 *
 * @param grant to change documents of the type; undefined: the role may only read them
 */
export const removedDocumentQuery = (address: RemovedAddress, grant: Grant | undefined, query: QueryParameters) =>
  queryOptions({
    queryKey: [...resourceKey('GET /api/trash'), address, query],
    queryFn: async ({ signal }) => {
      const read = async (view: 'edit' | '') => {
        const { locale, ...path } = address;
        const answer = await call('GET /api/trash/{uid}/{documentId}', {
          ...path,
          signal,
          query: { locale, view, ...query },
        });
        return answer.data as DocumentAnswer['data'];
      };
      if (grant === undefined || grant === true) return read(grant === true ? 'edit' : '');
      // With a condition, the role may read documents that it may not change.
      return read('edit').catch((error: unknown) => {
        if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return read('');
        throw error;
      });
    },
    gcTime: 0,
  });

/** A link that did not come back. */
export type LostLink = Restored['lostLinks'][number];

/** A fault of a value with which a document cannot be restored. */
export interface RestoreFault extends Fault {
  /** `ConflictError` if another document has the value now. */
  readonly name: string;
  readonly locale?: string;
  /** Absent for a private attribute. */
  readonly value?: string | number;
}

/** @returns the faults that other values remove; none if these do not help */
export const restoreFaultsOf = (error: unknown): readonly RestoreFault[] =>
  error instanceof ApiError ? ((error.details.errors ?? []) as readonly RestoreFault[]) : [];

type RestoredDocument = Answered<'POST /api/trash/{uid}/{documentId}/restore'>;

export type Restored = Pick<RestoredDocument['data'], 'locales'> & RestoredDocument['meta'];

/**
 * @param data values that replace those of the document
 * @throws ApiError 409 with the faults of values that other documents have now; 404 if the trash no longer has it
 */
export const restoreDocument = async (
  { locale, ...path }: RemovedAddress,
  data: Readonly<Record<string, unknown>> = {},
): Promise<Restored> => {
  const input = { ...path, query: { locale }, body: { data } };
  const answer = await call('POST /api/trash/{uid}/{documentId}/restore', input);
  return { locales: answer.data.locales, lostLinks: answer.meta.lostLinks };
};

/** Deletes for good what was deleted together: another deletion may have removed further locales. @throws ApiError */
export const eraseDocument = async ({ type: uid, documentId, locales }: RemovedDocument): Promise<void> => {
  for (const locale of locales.length === 0 ? [undefined] : locales)
    await call('DELETE /api/trash/{uid}/{documentId}', { uid, documentId, query: { locale } });
};

/** Deletes for good everything of a type that the user may restore. @throws ApiError */
export const emptyTrash = async (type: string): Promise<void> => {
  let cursor: string | null | undefined;
  do {
    const { meta } = await call('DELETE /api/trash', { query: { type, 'pagination[cursor]': cursor ?? undefined } });
    cursor = meta.pagination.nextCursor;
  } while (cursor !== null);
};
