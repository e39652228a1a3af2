// The versions of a document: what it was after each change, as far as the history keeps them.
import { queryOptions } from '@tanstack/react-query';
import { call, pagesQuery, type Answered, type Data } from './call.ts';
import { inPath, ofDocument, type DocumentAddress, type DocumentAnswer } from './document.ts';
import { documentsKey, type QueryParameters } from './documents.ts';

const base = '/api/{contentType}/{documentId}/versions';

export type Version = Data<`GET ${typeof base}`>[number];

type AnsweredVersion = Answered<`GET ${typeof base}/{number}`>;

export type VersionAnswer = Pick<AnsweredVersion, 'meta'> & Pick<DocumentAnswer, 'data'>;

/** The versions, the latest first. Each change of a document of the type makes them outdated. */
export const versionsQuery = (address: DocumentAddress) =>
  pagesQuery(`GET ${base}`, ofDocument(address), [
    ...documentsKey(address.type.uid),
    ...['versions', address.documentId, address.locale],
  ]);

/** One version, as a read of the document answers it to `query`. */
export const versionQuery = (address: DocumentAddress, number: number, query: QueryParameters) =>
  queryOptions({
    queryKey: ['version', address.type.uid, address.documentId, address.locale, number, query],
    queryFn: ({ signal }) =>
      call(`GET ${base}/{number}`, { ...inPath(address), number, signal, query: { locale: address.locale, ...query } }),
    // Its values never change.
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** @param name null: it has none @throws ApiError */
export const nameVersion = async (address: DocumentAddress, number: number, name: string | null): Promise<void> => {
  await call(`PUT ${base}/{number}`, { ...ofDocument(address), number, body: { data: { name } } });
};
