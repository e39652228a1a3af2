// Comments on a document.
import { queryOptions } from '@tanstack/react-query';
import { callPages, type Data } from './call.ts';
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
