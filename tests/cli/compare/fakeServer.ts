// Servers that answer as Strapi and Lectern do, from lists in memory.
import { startStandIn } from '../../setup/httpStandIn.ts';

export interface FakeReply {
  readonly status: number;
  readonly body: unknown;
}

/** Answers a request: by its path and query, and by its token. */
export type Answer = (url: URL, token: string | undefined) => FakeReply;

export const ok = (body: unknown): FakeReply => ({ status: 200, body });
export const failed = (status: number): FakeReply => ({
  status,
  body: { data: null, error: { status, name: 'Error', message: 'the reason' } },
});

export interface FakeDocument {
  readonly documentId: string;
  readonly [name: string]: unknown;
}

/** One page of a list, in the order of the documentId if the request says so. */
export const pageOf = (documents: readonly FakeDocument[], { searchParams }: URL): FakeReply => {
  const page = Number(searchParams.get('pagination[page]') ?? 1);
  const pageSize = Number(searchParams.get('pagination[pageSize]') ?? 25);
  const sorted = searchParams.has('sort')
    ? documents.toSorted((one, other) => (one.documentId < other.documentId ? -1 : 1))
    : documents;
  const total = documents.length;
  const pagination = { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
  return ok({ data: sorted.slice((page - 1) * pageSize, page * pageSize), meta: { pagination } });
};

/** Starts a server that stops after the tests of the file. @returns its URL */
export const fakeServer = async (answer: Answer): Promise<string> => {
  const standIn = await startStandIn();
  standIn.answer = (response, { path, headers }) => {
    const { status, body } = answer(
      new URL(path ?? '', 'http://localhost'),
      headers.authorization?.replace('Bearer ', ''),
    );
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  return standIn.url;
};
