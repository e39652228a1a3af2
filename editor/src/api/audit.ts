// The audit log: who did what. Reading it needs a permission of its own.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { allDocumentsKey, type QueryParameters } from './documents.ts';
import { get } from './client.ts';

export interface AuditRow {
  readonly id: string;
  readonly at: string;
  /** The kind of thing and what happened to it: `content.update`. */
  readonly action: string;
  /** The documentId of a user, the name of an API token (`token 3`), or one of `namedActors`. */
  readonly actor: string;
  readonly address: string | null;
  readonly target: {
    /** The uid of a content type, or a kind of thing that is no document, such as `token`. */
    readonly type: string;
    readonly documentId?: string;
    readonly locale?: string;
    readonly id?: string;
    readonly name?: string;
  };
  /** Names of attributes, and permissions as `grant`, `revoke` or `change` with their name. */
  readonly changed: readonly string[];
  /** How often it happened within a minute: more than once only for failed logins. */
  readonly count: number;
}

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

interface AuditAnswer {
  readonly data: readonly AuditRow[];
  readonly meta: { readonly pagination: { readonly nextCursor: string | null } };
}

/** The rows that match, the latest first. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      get<AuditAnswer>('/admin/audit', { query: { ...filters, 'pagination[cursor]': pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.pagination.nextCursor ?? undefined,
    // The user comes from a screen that has added rows.
    staleTime: 0,
  });

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
