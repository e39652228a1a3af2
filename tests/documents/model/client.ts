// Sends the steps of the model as requests, and reads documents in the form of the model's views.
import { named, type Connect, type Data, type Edit, type Page, type Ref, type Step } from './steps.ts';
import type { Mark } from './links.ts';
import { sidesOf, typeNames, types, type TypeName } from './types.ts';
import type { View } from './views.ts';

export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers have many shapes
  readonly body: any;
}

export type Ask = (
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
  private readonly ask: Ask;
  private readonly prefix: string;
  private readonly ids: Map<Mark, string>;
  private readonly made: Record<TypeName, Mark[]>;
  private count = 0;

  /** @param prefix starts every mark and code of this writer, so they are unique */
  constructor(ask: Ask, prefix: string, of?: Client) {
    this.ask = ask;
    this.prefix = prefix;
    this.ids = of?.ids ?? new Map<Mark, string>();
    this.made = of?.made ?? { book: [], author: [], shelf: [] };
  }

  /** A client for the same documents that sends requests in another way. */
  asking(ask: Ask): Client {
    return new Client(ask, this.prefix, this);
  }

  /** Resolves the references of a step to existing documents, and chooses the mark of the document that it may create. */
  next(step: Step<Ref>): { readonly step: Step<Mark>; readonly mark: Mark } {
    const nameOf = (type: TypeName, ref: Ref): Mark => this.made[type][ref % this.made[type].length] ?? 'none';
    return { step: named(step, nameOf), mark: `${this.prefix}${step.type}${++this.count}` };
  }

  /** Sends a step. */
  async send(step: Step<Mark>, mark: Mark, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    const asked = named(step, (_type, one) => this.ids.get(one) ?? absent);
    const path = `/api/${types[step.type].plural}`;
    if (asked.op === 'delete') return this.ask('DELETE', `${path}/${asked.doc}`);
    if (!('data' in asked)) return this.ask('POST', `${path}/${asked.doc}/actions/${asked.op}`);
    const { code } = asked.data;
    const data = { ...bodyOf(asked.data), ...(typeof code === 'string' ? { code: this.prefix + code } : {}) };
    if (asked.op === 'update') return this.ask('PUT', `${path}/${asked.doc}?status=${asked.status}`, { data });
    return this.ask('POST', `${path}?status=${asked.status}`, { data: { ...data, mark } }, headers);
  }

  /** Adds a document that exists from now on. */
  know(type: TypeName, mark: Mark, documentId: string): void {
    this.ids.set(mark, documentId);
    this.made[type].push(mark);
  }

  /** Reads every version of every created document. */
  async views(): Promise<Readonly<Record<string, View>>> {
    const asked = typeNames.flatMap((type) => (['draft', 'published'] as const).map((version) => ({ type, version })));
    const found = await Promise.all(
      asked.map(async ({ type, version }) => {
        const ids = this.made[type].map((mark) => this.ids.get(mark) ?? absent);
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
