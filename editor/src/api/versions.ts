// The versions of a document: what it was after each change, as far as the history keeps them.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Status } from '../schema/types.ts';
import { get, getFilledPage, request } from './client.ts';
import { pathOf, type DocumentAddress, type DocumentAnswer } from './document.ts';
import { documentsKey, type QueryParameters } from './documents.ts';
import type { Writer } from './writer.ts';

export interface Version {
  readonly number: number;
  readonly at: string;
  /** null: nobody who is known. */
  readonly updatedBy: Writer | null;
  /** Through what it was written, such as `autosave`; null: it is older than the history. */
  readonly via: string | null;
  /** What was done, such as `publish`. */
  readonly action: string | null;
  readonly status: Status | null;
  readonly name: string | null;
  /** Whether the document is this version now. */
  readonly current: boolean;
}

/** A value that the content type does not take any more. */
export interface UnknownAttribute {
  /** `sections.2.subtitle` */
  readonly path: string;
  readonly value?: unknown;
}

export interface VersionAnswer {
  readonly data: DocumentAnswer['data'];
  readonly meta: {
    readonly version: Version;
    /** Links to documents that do not exist any more. */
    readonly missingCount: number;
    readonly unknownAttributes: readonly UnknownAttribute[];
  };
}

interface VersionsAnswer {
  readonly data: readonly Version[];
  readonly meta: { readonly next: number | null };
}

const versionsPath = (address: DocumentAddress): string => `${pathOf(address)}/versions`;

/** The versions, the latest first. Each change of a document of the type makes them outdated. */
export const versionsQuery = (address: DocumentAddress) =>
  infiniteQueryOptions({
    queryKey: [...documentsKey(address.type.uid), 'versions', address.documentId, address.locale],
    queryFn: ({ pageParam, signal }) =>
      getFilledPage<VersionsAnswer>(versionsPath(address), {
        query: { locale: address.locale, before: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    staleTime: 0,
  });

/** One version, as a read of the document answers it to `query`. */
export const versionQuery = (address: DocumentAddress, number: number, query: QueryParameters) =>
  queryOptions({
    queryKey: ['version', address.type.uid, address.documentId, address.locale, number, query],
    queryFn: ({ signal }) =>
      get<VersionAnswer>(`${versionsPath(address)}/${number}`, { query: { locale: address.locale, ...query }, signal }),
    // Its values never change.
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** @param name null: it has none @throws ApiError */
export const nameVersion = async (address: DocumentAddress, number: number, name: string | null): Promise<void> => {
  const { locale } = address;
  await request(`${versionsPath(address)}/${number}`, { method: 'PUT', query: { locale }, body: { data: { name } } });
};
