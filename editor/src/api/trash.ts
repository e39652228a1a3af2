// The trash: deleted documents and files, which can be restored for some days.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError, get, getFilledPage, request, type Fault } from './client.ts';
import type { DocumentAnswer } from './document.ts';
import type { Grant } from './editor.ts';
import type { QueryParameters } from './documents.ts';
import type { Writer } from './writer.ts';

/** A deleted document, in the locales that were deleted together. */
export interface RemovedDocument {
  /** The uid of the type. */
  readonly type: string;
  readonly documentId: string;
  /** Empty if the type is not localized. */
  readonly locales: readonly string[];
  readonly title: string | null;
  readonly deletedAt: string;
  /** When it is deleted for good. */
  readonly endsAt: string;
  readonly deletedBy: Writer | null;
}

interface TrashAnswer {
  readonly data: readonly RemovedDocument[];
  readonly meta: { readonly next: string | null };
}

const trashKey = (uid: string) => ['trash', uid] as const;

/** The deleted documents of a type, the latest first. Invalidate `queryKey` after each change. */
export const trashQuery = (uid: string) =>
  infiniteQueryOptions({
    queryKey: trashKey(uid),
    queryFn: ({ pageParam, signal }) =>
      getFilledPage<TrashAnswer>('/api/trash', { query: { type: uid, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    // The user comes from a form or a list, and has deleted something there.
    staleTime: 0,
  });

/** Where a deleted document is. */
export interface RemovedAddress {
  /** The uid of the type. */
  readonly uid: string;
  readonly documentId: string;
  /** Undefined: every deleted locale. */
  readonly locale: string | undefined;
}

const pathOf = ({ uid, documentId }: RemovedAddress): string => `/api/trash/${uid}/${documentId}`;

/**
 * One deleted document. It is read again each time it is shown.
 *
 * @param grant to change documents of the type; undefined: the role may only read them
 */
export const removedDocumentQuery = (address: RemovedAddress, grant: Grant | undefined, query: QueryParameters) =>
  queryOptions({
    queryKey: [...trashKey(address.uid), address.documentId, address.locale, query],
    queryFn: async ({ signal }) => {
      const read = async (view: 'edit' | '') => {
        const parameters = { locale: address.locale, view, ...query };
        return (await get<Pick<DocumentAnswer, 'data'>>(pathOf(address), { query: parameters, signal })).data;
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
export interface LostLink {
  /** Of the document with the link: the uid of its type. */
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly status: 'draft' | 'published';
  /** `sections.2.picture` */
  readonly path: string;
}

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

export interface Restored {
  readonly locales: readonly string[];
  readonly lostLinks: readonly LostLink[];
}

/**
 * @param data values that replace those of the document
 * @throws ApiError 409 with the faults of values that other documents have now; 404 if the trash no longer has it
 */
export const restoreDocument = async (
  address: RemovedAddress,
  data: Readonly<Record<string, unknown>> = {},
): Promise<Restored> => {
  const { body } = await request<{
    readonly data: { readonly locales: readonly string[] };
    readonly meta: { readonly lostLinks: readonly LostLink[] };
  }>(`${pathOf(address)}/restore`, { method: 'POST', query: { locale: address.locale }, body: { data } });
  return { locales: body.data.locales, lostLinks: body.meta.lostLinks };
};

/** Deletes for good what was deleted together: another deletion may have removed further locales. @throws ApiError */
export const eraseDocument = async ({ type, documentId, locales }: RemovedDocument): Promise<void> => {
  const parts = locales.length === 0 ? [undefined] : locales;
  for (const locale of parts)
    await request(pathOf({ uid: type, documentId, locale }), { method: 'DELETE', query: { locale } });
};

/** Deletes for good everything of a type that the user may restore. @throws ApiError */
export const emptyTrash = async (uid: string): Promise<void> => {
  let before: string | undefined;
  do {
    const { body } = await request<{ readonly meta: { readonly next: string | null } }>('/api/trash', {
      method: 'DELETE',
      query: { type: uid, before },
    });
    before = body.meta.next ?? undefined;
  } while (before !== undefined);
};
