// The versions of a document: what it was after each change, as far as the history keeps them.
import { queryOptions } from '@tanstack/react-query';
import { answerQuery, call, pagesQuery, type Answered, type Data } from './call.ts';
import { inPath, ofDocument, type DocumentAddress } from './document.ts';
import { documentsKey, type QueryParameters } from './documents.ts';

const base = '/api/{contentType}/{documentId}/versions';

export type Version = Data<`GET ${typeof base}`>[number];

export type VersionAnswer = Answered<`GET ${typeof base}/{number}`>;

/** The versions, the latest first. Each change of a document of the type makes them outdated. */
export const versionsQuery = (address: DocumentAddress) =>
  pagesQuery(`GET ${base}`, ofDocument(address), [
    ...documentsKey(address.type.uid),
    ...['versions', address.documentId, address.locale],
  ]);

/** One version, as a read of the document answers it to `query`. */
export const versionQuery = (address: DocumentAddress, number: number, query: QueryParameters) =>
  queryOptions({
    ...answerQuery(`GET ${base}/{number}`, { ...inPath(address), number, query: { locale: address.locale, ...query } }),
    // Its values never change.
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** @param name null: it has none @throws ApiError */
export const nameVersion = async (address: DocumentAddress, number: number, name: string | null): Promise<void> => {
  await call(`PUT ${base}/{number}`, { ...ofDocument(address), number, body: { data: { name } } });
};
