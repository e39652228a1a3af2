// Stands in for Meilisearch in tests. It has the routes that Lectern calls, as in the OpenAPI document of Meilisearch 1.41, with
// tasks that are done later, and the rules of matching and ranking that Lectern relies on.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

type Json = Readonly<Record<string, unknown>>;

interface StoredDocument extends Json {
  readonly id: string;
  readonly index: number;
  readonly documentId: string;
}

interface Task {
  readonly uid: number;
  readonly indexUid: string;
  readonly type: string;
  status: 'enqueued' | 'succeeded' | 'failed';
  error: ReturnType<typeof errorOf> | null;
  readonly run: () => void;
}

/** What a request gets instead of its answer: an answer, no answer, or a lost connection before or after its work. */
export type Fault =
  | { readonly status: number; readonly body: string }
  | 'no answer'
  | 'lost before'
  | 'lost after'
  | undefined;

const errorOf = (code: string, type = 'invalid_request') => ({
  message: `Message of ${code}.`,
  ...{ code, type, link: `https://docs.meilisearch.com/errors#${code}` },
});

export const failure = (status: number, code: string, type?: string): Fault => ({
  status,
  body: JSON.stringify(errorOf(code, type)),
});

class Refused extends Error {
  readonly status: number;

  constructor(code: string, status = 400) {
    super(code);
    this.status = status;
  }
}

const settingNames: ReadonlySet<string> = new Set([
  ...['displayedAttributes', 'searchableAttributes', 'filterableAttributes', 'sortableAttributes', 'rankingRules'],
  ...['stopWords', 'synonyms', 'distinctAttribute', 'typoTolerance', 'faceting', 'pagination', 'proximityPrecision'],
  ...['nonSeparatorTokens', 'separatorTokens', 'dictionary', 'embedders', 'searchCutoffMs', 'localizedAttributes'],
]);

interface Term {
  readonly words: readonly string[];
  readonly isExcluded: boolean;
  readonly isExact: boolean;
  readonly isPrefix: boolean;
}

/** Meilisearch reads this many terms of a query. */
const maxTerms = 10;

const termsOf = (query: string): readonly Term[] => {
  const found = [...query.matchAll(/(-?)"([^"]*)"|(-?)(\S+)/g)];
  const terms = found.map(([text, minus = '', phrase, wordMinus = '', word = ''], index): Term => ({
    words: (phrase ?? word).split(' ').filter((one) => one !== ''),
    isExcluded: (minus || wordMinus) === '-',
    isExact: phrase !== undefined,
    isPrefix: phrase === undefined && index === found.length - 1 && query.endsWith(text),
  }));
  const included = terms.filter(({ isExcluded }) => !isExcluded);
  const last = included[maxTerms];
  return last === undefined ? terms : terms.slice(0, terms.indexOf(last));
};

const sorted = (word: string): string => Array.from(word).toSorted().join('');

/** Whether a text has a term. The only mistakes that the stand-in knows are letters in another order. */
const hasTerm = (text: string, { words, isExact, isPrefix }: Term): boolean =>
  ` ${text} `.includes(` ${words.join(' ')}${isPrefix ? '' : ' '}`) ||
  (!isExact && text.split(' ').some((word) => sorted(word) === sorted(words.join(' '))));

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const fieldsOf = (document: Json, fields: readonly string[]): Json =>
  Object.fromEntries(Object.entries(document).filter(([name]) => fields.includes(name)));

class Index {
  readonly documents = new Map<string, StoredDocument>();
  settings: Readonly<Record<string, readonly string[]>> = {};

  partitionIn(filter: unknown, code: string): number {
    const [, partition] = /^index = (\d+)$/.exec(String(filter)) ?? [];
    if (partition === undefined || !this.settings.filterableAttributes?.includes('index')) throw new Refused(code);
    return Number(partition);
  }

  search(query: Json): Json {
    const partition = this.partitionIn(query.filter, 'invalid_search_filter');
    if (query.matchingStrategy !== 'all') throw new Error('the stand-in knows no other strategy');
    const fields = this.settings.searchableAttributes ?? [];
    const terms = termsOf(String(query.q));
    const ranked = [...this.documents.values()]
      .filter((document) => document.index === partition)
      .flatMap((document) => {
        const texts = fields.flatMap((field, rank) =>
          ((document[field] ?? []) as readonly string[]).map((text) => ({ text, rank })),
        );
        let ranks = 0;
        for (const term of terms) {
          const found = texts.filter(({ text }) => hasTerm(text, term));
          if (term.isExcluded === found.length > 0) return [];
          if (!term.isExcluded) ranks += Math.min(...found.map(({ rank }) => rank));
        }
        return [{ document, _rankingScore: 1 - ranks / 10_000 }];
      })
      .toSorted(
        (one, other) =>
          other._rankingScore - one._rankingScore || (one.document.documentId < other.document.documentId ? -1 : 1),
      );
    const [page, hitsPerPage] = [Number(query.page), Number(query.hitsPerPage)];
    const start = (page - 1) * hitsPerPage;
    const retrieved = (query.attributesToRetrieve as readonly string[]).filter((name) =>
      this.settings.displayedAttributes?.includes(name),
    );
    const hits = ranked
      .slice(start, start + hitsPerPage)
      .map(({ document, _rankingScore }) => ({ ...fieldsOf(document, retrieved), _rankingScore }));
    const totals = { totalHits: ranked.length, totalPages: Math.ceil(ranked.length / hitsPerPage) };
    return { hits, query: query.q, processingTimeMs: 1, page, hitsPerPage, ...totals };
  }
}

export class MeilisearchStandIn {
  readonly indexes = new Map<string, Index>();
  readonly tasks: Task[] = [];
  readonly requests: string[] = [];
  /** The states of each document in the order in which tasks stored them; undefined: deleted. */
  readonly history = new Map<string, (StoredDocument | undefined)[]>();
  /** Chooses what goes wrong with a request. */
  fault: (request: string) => Fault = () => undefined;
  /** Chooses a document that makes its task fail. */
  isRefused: (document: StoredDocument) => boolean = () => false;
  /** What happens between the work for a request and its answer. */
  beforeAnswer: (request: string) => Promise<void> = () => Promise.resolve();
  /** Whether tasks stay in the queue. */
  isHeld = false;
  private readonly key: string;
  private readonly server = createServer((request, response) => {
    const send = (status: number, body: string): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    };
    const name = `${request.method} ${request.url?.split('?')[0]}`;
    this.requests.push(name);
    const fault = this.fault(name);
    if (fault === 'no answer') return;
    if (fault === 'lost before') request.socket.destroy();
    else if (typeof fault === 'object') send(fault.status, fault.body);
    else
      void readBody(request).then(async (body) => {
        const [status, answer] = this.answer(request, body);
        await this.beforeAnswer(name);
        if (fault === 'lost after') request.socket.destroy();
        else send(status, JSON.stringify(answer));
      });
  });

  constructor(key: string) {
    this.key = key;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  /** Waits until all tasks are done. */
  async whenDone(): Promise<void> {
    while (this.tasks.some(({ status }) => status === 'enqueued')) await wait(1);
  }

  runTasks(): void {
    for (const task of this.tasks.filter(({ status }) => status === 'enqueued'))
      try {
        task.run();
        task.status = 'succeeded';
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        task.status = 'failed';
        task.error = errorOf(error.message);
      }
  }

  private index(uid: string): Index {
    const index = this.indexes.get(uid) ?? new Index();
    this.indexes.set(uid, index);
    return index;
  }

  private enqueue(indexUid: string, type: string, run: () => void): readonly [number, Json] {
    const task: Task = { uid: this.tasks.length, indexUid, type, status: 'enqueued', error: null, run };
    this.tasks.push(task);
    if (!this.isHeld)
      setImmediate(() => {
        if (!this.isHeld) this.runTasks();
      });
    return [202, { taskUid: task.uid, indexUid, status: 'enqueued', type, enqueuedAt: new Date().toISOString() }];
  }

  private answer(request: IncomingMessage, body: string): readonly [number, Json] {
    if (request.headers.authorization !== `Bearer ${this.key}`) return [403, errorOf('invalid_api_key', 'auth')];
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    try {
      const json = body === '' ? undefined : (JSON.parse(body) as unknown);
      const [, uid = '', route = ''] = /^\/indexes\/([\w-]+)\/(.*)$/.exec(pathname) ?? [];
      switch (`${request.method} ${uid === '' ? pathname : route}`) {
        case 'PATCH settings':
          return this.updateSettings(uid, json as Json);
        case 'POST documents':
          return this.add(uid, json as readonly StoredDocument[], searchParams.get('primaryKey'));
        case 'POST documents/delete-batch':
          return this.enqueue(uid, 'documentDeletion', () => {
            for (const id of json as readonly string[]) this.set(uid, id, undefined);
          });
        case 'POST documents/delete':
          return this.enqueue(uid, 'documentDeletion', () => {
            const partition = this.index(uid).partitionIn((json as Json).filter, 'invalid_document_filter');
            for (const document of this.index(uid).documents.values())
              if (document.index === partition) this.set(uid, document.id, undefined);
          });
        case 'GET /tasks':
          return this.listTasks(searchParams);
        case 'POST /multi-search':
          return [200, { results: ((json as Json).queries as readonly Json[]).map((query) => this.search(query)) }];
        default:
          return [404, errorOf('not_found')];
      }
    } catch (error) {
      if (error instanceof Refused) return [error.status, errorOf(error.message)];
      throw error;
    }
  }

  private updateSettings(uid: string, settings: Json): readonly [number, Json] {
    if (!Object.keys(settings).every((name) => settingNames.has(name))) throw new Refused('bad_request');
    return this.enqueue(uid, 'settingsUpdate', () => {
      const index = this.index(uid);
      index.settings = { ...index.settings, ...(settings as Index['settings']) };
    });
  }

  private add(uid: string, documents: readonly StoredDocument[], key: string | null): readonly [number, Json] {
    if (key !== 'id') throw new Refused('invalid_index_primary_key');
    return this.enqueue(uid, 'documentAdditionOrUpdate', () => {
      if (documents.some((one) => !/^[\w-]{1,511}$/.test(one.id) || this.isRefused(one)))
        throw new Refused('invalid_document_id');
      for (const document of documents) this.set(uid, document.id, document);
    });
  }

  private set(uid: string, id: string, document: StoredDocument | undefined): void {
    const { documents } = this.index(uid);
    if (document === undefined) documents.delete(id);
    else documents.set(id, document);
    this.history.set(id, [...(this.history.get(id) ?? []), document]);
  }

  private listTasks(params: URLSearchParams): readonly [number, Json] {
    const uids = params.get('uids')?.split(',').map(Number);
    const limit = Number(params.get('limit') ?? 20);
    const found = this.tasks.filter(({ uid }) => uids?.includes(uid) ?? true).toReversed();
    const results = found.slice(0, limit).map(({ uid, indexUid, type, status, error }) => ({
      ...{ uid, indexUid, type, status, error, batchUid: uid, canceledBy: null, details: {} },
    }));
    return [200, { results, total: found.length, limit, from: results[0]?.uid ?? null, next: null }];
  }

  private search(query: Json): Json {
    const index = this.indexes.get(String(query.indexUid));
    if (index === undefined) throw new Refused('index_not_found', 404);
    return { indexUid: query.indexUid, ...index.search(query) };
  }
}
