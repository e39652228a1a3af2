// The audit log: who did what. Reading it needs a permission of its own.
import { queryOptions } from '@tanstack/react-query';
import { allDocumentsKey, type QueryParameters } from './documents.ts';
import type { Data } from './call.ts';
import { get } from './client.ts';

export type AuditRow = Data<'GET /admin/audit'>[number];

/** Actors that are neither users nor API tokens. */
export const namedActors = ['public', 'owner', 'scim', 'command line', 'code', 'system'] as const;

export type NamedActor = (typeof namedActors)[number];

/** What is absent or empty filters nothing. */
export interface AuditFilters {
  readonly actor?: string | undefined;
  /** Or the kind of several actions: `login`. */
  readonly action?: string | undefined;
  readonly type?: string | undefined;
  readonly documentId?: string | undefined;
  /** Moments as ISO texts: the first one, and the one after the last. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Where the names of documents are read. */
export interface NameSource {
  /** Of the type of the documents. */
  readonly uid: string;
  /** `/api/articles` */
  readonly path: string;
  /** The attribute that names them. */
  readonly attribute: string;
  readonly query: QueryParameters;
}

type Documents = readonly Readonly<Record<string, unknown>>[];

/** @returns the key of a document in the names of `documentNamesQuery` */
export const nameKey = (uid: string, documentId: string): string => `${uid} ${documentId}`;

/** Names by `nameKey`; documents that do not exist, or that the user may not read, have none. */
export const documentNamesQuery = ({ uid, path, attribute, query }: NameSource, documentIds: readonly string[]) =>
  queryOptions({
    queryKey: [...allDocumentsKey, 'names', path, query, documentIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const parameters = {
        ...{ ...query, fields: ['documentId', attribute], 'filters[documentId][$in]': documentIds },
        'pagination[limit]': documentIds.length,
      };
      // Users and files are not below `data`.
      const answer = await get<Documents | { readonly data: Documents }>(path, { query: parameters, signal });
      const found = 'data' in answer ? answer.data : answer;
      return new Map(
        found.flatMap(({ documentId, [attribute]: name }) =>
          typeof name === 'string' ? [[nameKey(uid, String(documentId)), name]] : [],
        ),
      );
    },
  });
