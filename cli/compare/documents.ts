// Reads the documents of a type page after page, and pairs those of two servers.
import { isObject, type JsonObject } from '../../lib/schema/index.ts';
import { pathWith } from './requests.ts';
import { ask, type Reply, type Server } from './server.ts';

const pageSize = 50;

/** A server answers a request with an error. */
export class Refusal extends Error {
  constructor(server: Server, path: string, { status, body }: Reply) {
    const error = isObject(body) && isObject(body.error) ? body.error : {};
    super(
      `${server.name} answers ${status} to ${path}${typeof error.message === 'string' ? `: ${error.message}` : ''}`,
    );
  }
}

export type Document = JsonObject & { readonly documentId: string };

const isDocument = (value: unknown): value is Document => isObject(value) && typeof value.documentId === 'string';

/** The documents of an answer, which is a bare list for users and files. */
const documentsIn = (body: unknown): readonly Document[] => {
  const data = isObject(body) ? body.data : body;
  return Array.isArray(data) ? data.filter(isDocument) : [];
};

/** The number of the last page; undefined for a bare list. */
const lastPage = (body: unknown): unknown =>
  isObject(body) && isObject(body.meta) && isObject(body.meta.pagination) ? body.meta.pagination.pageCount : undefined;

/**
 * Reads documents in the order of their documentId.
 *
 * @param path without sort and pagination
 * @throws Refusal for an answer that is not 200, and as `ask`
 */
export async function* readDocuments(server: Server, path: string): AsyncGenerator<Document> {
  let last = '';
  for (let page = 1; ; page++) {
    const request = pathWith(path, 'sort=documentId:asc', `pagination[page]=${page}&pagination[pageSize]=${pageSize}`);
    const reply = await ask(server, request);
    if (reply.status !== 200) throw new Refusal(server, request, reply);
    // A server that has no pages for the type, or a lower limit, may repeat documents.
    const documents = documentsIn(reply.body).filter(({ documentId }) => documentId > last);
    yield* documents;
    const end = documents.at(-1);
    if (end === undefined || page === lastPage(reply.body)) return;
    last = end.documentId;
  }
}

export interface DocumentPair {
  readonly documentId: string;
  /** undefined: the server does not have the document. */
  readonly strapi: Document | undefined;
  readonly lectern: Document | undefined;
}

/** Pairs documents that come in the order of their documentId. */
export async function* pairDocuments(
  strapi: AsyncIterator<Document>,
  lectern: AsyncIterator<Document>,
): AsyncGenerator<DocumentPair> {
  const nextOf = async (documents: AsyncIterator<Document>): Promise<Document | undefined> => {
    const next = await documents.next();
    return next.done === true ? undefined : next.value;
  };
  let [inStrapi, inLectern] = await Promise.all([nextOf(strapi), nextOf(lectern)]);
  while (inStrapi !== undefined || inLectern !== undefined) {
    const ids = [inStrapi, inLectern].flatMap((document) => (document === undefined ? [] : [document.documentId]));
    const documentId = ids.sort()[0] ?? '';
    const pair = {
      documentId,
      strapi: inStrapi?.documentId === documentId ? inStrapi : undefined,
      lectern: inLectern?.documentId === documentId ? inLectern : undefined,
    };
    yield pair;
    [inStrapi, inLectern] = await Promise.all([
      pair.strapi === undefined ? inStrapi : nextOf(strapi),
      pair.lectern === undefined ? inLectern : nextOf(lectern),
    ]);
  }
}
