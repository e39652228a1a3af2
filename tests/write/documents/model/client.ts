// Sends the steps of the model as requests, and reads documents in the form of the model's views.
import { renameDocuments, type Connect, type Data, type Edit, type Page, type Ref, type Step } from './steps.ts';
import type { Mark } from './links.ts';
import { sidesOf, typeNames, types, type TypeName } from './types.ts';
import type { View } from './views.ts';

export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers have many shapes
  readonly body: any;
}

export type SendRequest = (
  method: string,
  url: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

const absent = 'aaaaaaaaaaaaaaaaaaaaaaaa';

const editBody = (edit: Edit<string>): object =>
  'set' in edit
    ? edit.set
    : {
        connect: edit.connect.map(({ to, at }: Connect<string>) => ({
          documentId: to,
          position: typeof at === 'string' ? { [at]: true } : at,
        })),
        disconnect: edit.disconnect,
      };

const bodyOf = ({ links, ...values }: Data<string>): object => ({
  ...values,
  ...Object.fromEntries(Object.entries(links).map(([name, edit]) => [name, editBody(edit)])),
});

/** The documents of one writer: their marks in the model, and their documentIds. */
export class Client {
  private readonly ask: SendRequest;
  private readonly prefix: string;
  private readonly ids: Map<Mark, string>;
  private readonly created: Record<TypeName, Mark[]>;
  private count = 0;

  /** @param prefix starts every mark and code of this writer, so they are unique */
  constructor(ask: SendRequest, prefix: string, of?: Client) {
    this.ask = ask;
    this.prefix = prefix;
    this.ids = of?.ids ?? new Map<Mark, string>();
    this.created = of?.created ?? { book: [], author: [], shelf: [] };
  }

  /** A client for the same documents that sends requests in another way. */
  withRequest(ask: SendRequest): Client {
    return new Client(ask, this.prefix, this);
  }

  /** Resolves the references of a step to existing documents, and chooses the mark of the document that it may create. */
  resolve(step: Step<Ref>): { readonly step: Step<Mark>; readonly mark: Mark } {
    const nameOf = (type: TypeName, ref: Ref): Mark => this.created[type][ref % this.created[type].length] ?? 'none';
    return { step: renameDocuments(step, nameOf), mark: `${this.prefix}${step.type}${++this.count}` };
  }

  /** Sends a step. */
  async send(step: Step<Mark>, mark: Mark, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    const request = renameDocuments(step, (_type, one) => this.ids.get(one) ?? absent);
    const path = `/api/${types[step.type].plural}`;
    if (request.op === 'delete') return this.ask('DELETE', `${path}/${request.doc}`);
    if (!('data' in request)) return this.ask('POST', `${path}/${request.doc}/actions/${request.op}`);
    const { code } = request.data;
    const data = { ...bodyOf(request.data), ...(typeof code === 'string' ? { code: this.prefix + code } : {}) };
    if (request.op === 'update') return this.ask('PUT', `${path}/${request.doc}?status=${request.status}`, { data });
    return this.ask('POST', `${path}?status=${request.status}`, { data: { ...data, mark } }, headers);
  }

  /** Adds a document that exists from now on. */
  add(type: TypeName, mark: Mark, documentId: string): void {
    this.ids.set(mark, documentId);
    this.created[type].push(mark);
  }

  /** Reads every version of every created document. */
  async views(): Promise<Readonly<Record<string, View>>> {
    const versions = typeNames.flatMap((type) =>
      (['draft', 'published'] as const).map((version) => ({ type, version })),
    );
    const found = await Promise.all(
      versions.map(async ({ type, version }) => {
        const ids = this.created[type].map((mark) => this.ids.get(mark) ?? absent);
        if (ids.length === 0) return [];
        const query = `status=${version}&pagination[pageSize]=100&${populateOf(type)}&${ids.map((id, n) => `filters[documentId][$in][${n}]=${id}`).join('&')}`;
        const { status, body } = await this.ask('GET', `/api/${types[type].plural}?${query}`);
        if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
        return (body.data as readonly Found[]).map(
          (document) => [`${document.mark} ${version}`, this.view(type, document)] as const,
        );
      }),
    );
    return Object.fromEntries(found.flat());
  }

  private view(type: TypeName, { title, code, page, pages, ...related }: Found): View {
    return {
      title,
      code: code === null ? null : code.slice(this.prefix.length),
      ...(type === 'book' ? { page: page && pageView(page), pages: pages.map(pageView) } : {}),
      ...Object.fromEntries(sidesOf(type).map(({ name }) => [name, marksIn(related[name])])),
    };
  }
}

interface Found {
  readonly mark: Mark;
  readonly title: string | null;
  readonly code: string | null;
  readonly page: FoundPage | null;
  readonly pages: readonly FoundPage[];
  readonly [relation: string]: unknown;
}

interface FoundPage {
  readonly text: string;
  readonly about: { readonly mark: Mark } | null;
  readonly sources: readonly { readonly mark: Mark }[];
}

const pageView = ({ text, about, sources }: FoundPage): Page<Mark> => ({
  text,
  about: about?.mark ?? null,
  sources: sources.map(({ mark }) => mark),
});

const marksIn = (related: unknown): unknown => {
  const markOf = (one: unknown): Mark => (one as { readonly mark: Mark }).mark;
  return Array.isArray(related) ? related.map(markOf) : related === null ? null : markOf(related);
};

const populateOf = (type: TypeName): string => {
  const sides = sidesOf(type).map(({ name }) => `populate[${name}][fields]=mark`);
  const inPages = ['page', 'pages'].flatMap((name) =>
    ['about', 'sources'].map((relation) => `populate[${name}][populate][${relation}][fields]=mark`),
  );
  return [...sides, ...(type === 'book' ? inPages : [])].join('&');
};
