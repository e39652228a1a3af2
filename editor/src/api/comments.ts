// Comments on a document, and the people who can be mentioned.
import { queryOptions } from '@tanstack/react-query';
import { callPages, dataQuery, type Data } from './call.ts';
import { ofDocument, type DocumentAddress } from './document.ts';
import { commentsKey } from './mentions.ts';

const path = '/api/{contentType}/{documentId}/comments';

export type Comment = Data<`GET ${typeof path}`>[number];

/** All comments, the oldest first. What others wrote is there when the page gets the focus. */
export const commentsQuery = (address: DocumentAddress) =>
  queryOptions({
    queryKey: [...commentsKey, address.type.uid, address.documentId, address.locale],
    queryFn: ({ signal }) => callPages(`GET ${path}`, ofDocument(address), signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

/** Other users who may read the document. @param text a part of their names */
export const peopleQuery = ({ type, documentId, locale }: DocumentAddress, text: string) =>
  dataQuery('GET /api/editor/people', { query: { type: type.uid, documentId, locale, q: text } });
