// What one field of a query asks of REST: attributes (`fields`), and relations and components (`populate`) at each level. REST reads a
// relation once in a request; where a selection has one twice with other arguments, a further request reads it, with nothing beside
// the way to it, and `graft` adds it to the documents of the first.
import { invalid } from '../errors.ts';
import { isContentType, isObject, publicSystemAttributes, type AttributeHolder } from '../schema/index.ts';

type Row = Record<string, unknown>;

/** Parameters of REST for a populated attribute. */
export type Options = Readonly<Record<string, unknown>>;

/** One level of one request. */
interface Entry {
  readonly options: Options;
  readonly key: string;
  readonly fields: Set<string>;
  readonly populate: Map<string, Entry>;
  /** By uid; undefined: the attribute has one kind of value. */
  readonly on: Map<string, Entry>;
  readonly holder: AttributeHolder | undefined;
}

const newEntry = (holder: AttributeHolder | undefined, options: Options = {}, key = ''): Entry => ({
  ...{ options, key, holder },
  ...{ fields: new Set(), populate: new Map(), on: new Map() },
});

/** Each one costs as much as the first. */
const maxRequests = 10;

/** @param joined whether documents are found again in another request */
const toQuery = ({ options, fields, populate, on, holder }: Entry, joined: boolean): Options => {
  const each = (entries: ReadonlyMap<string, Entry>): Options =>
    Object.fromEntries(
      [...entries].map(([name, entry]) => [
        name,
        // A zone or a morph of which nothing is selected.
        entry.holder === undefined && entry.on.size === 0 ? true : toQuery(entry, joined),
      ]),
    );
  if (on.size > 0) return { ...options, on: each(on) };
  const isDocument = holder !== undefined && isContentType(holder);
  const hasLocale = isDocument && publicSystemAttributes(holder).some(({ name }) => name === 'locale');
  const names = new Set([...fields, ...(joined && hasLocale ? ['locale'] : [])]);
  return {
    ...options,
    // They are always answered: without them, there would be all attributes.
    fields: names.size === 0 ? (isDocument ? 'documentId' : 'id') : [...names].join(','),
    ...(populate.size === 0 ? {} : { populate: each(populate) }),
  };
};

/** How a level is reached from the one above. */
interface Step {
  readonly name: string;
  /** Where its value is in the documents of the first request. */
  readonly storage: string;
  readonly options: Options;
  readonly key: string;
  readonly holder: AttributeHolder | undefined;
  /** The step chooses values of this uid in a zone or morph. */
  readonly isPart?: true;
}

/** A level of the selection: a document, a component, or the values of one kind in a zone. */
export class Level {
  private readonly selection: Selection;
  private readonly above: Level | undefined;
  readonly step: Step;
  /** The request that reads it. */
  private readonly request: number;

  constructor(selection: Selection, above: Level | undefined, step: Step, request = 0) {
    this.selection = selection;
    this.above = above;
    this.step = step;
    this.request = request;
  }

  /** @returns the level in a request; undefined if it reads the attribute with other options */
  private entryIn(request: number): Entry | undefined {
    const { above, step } = this;
    if (above === undefined) return this.selection.entryOf(request);
    const outer = above.entryIn(request);
    const entries = step.isPart === true ? outer?.on : outer?.populate;
    const known = entries?.get(step.name);
    if (known !== undefined || entries === undefined) return known?.key === step.key ? known : undefined;
    const entry = newEntry(step.holder, step.options, step.key);
    entries.set(step.name, entry);
    return entry;
  }

  select(name: string): void {
    this.entryIn(this.request)?.fields.add(name);
  }

  /** Whether anything below is selected that only documents of REST have. */
  get populates(): boolean {
    return (this.entryIn(this.request)?.populate.size ?? 0) > 0;
  }

  /**
   * The level of a relation, a component or a zone.
   *
   * @returns it, in the first request that can read it with these options
   * @throws ApiError 400 if there are too many
   */
  into(name: string, holder: AttributeHolder | undefined, options: Options = {}): Level {
    const key = JSON.stringify(options);
    for (let request = this.request; request < maxRequests; request += 1) {
      const isOther = request > this.request;
      const step = { name, storage: isOther ? `${name} ${request}` : name, options, key, holder };
      const level = new Level(this.selection, this, step, request);
      if (level.entryIn(request) === undefined) continue;
      if (isOther) this.selection.graftLater(request, [...this.path(), step]);
      return level;
    }
    throw invalid(`${name} is selected with more than ${maxRequests} different arguments`, { path: name });
  }

  /** The level of values of this kind. */
  part(holder: AttributeHolder): Level {
    const step = { name: holder.uid, storage: '', options: {}, key: '', holder, isPart: true } as const;
    const level = new Level(this.selection, this, step, this.request);
    level.entryIn(this.request);
    return level;
  }

  private path(): readonly Step[] {
    return this.above === undefined ? [] : [...this.above.path(), this.step];
  }
}

const keyOf = (row: unknown): string =>
  isObject(row) ? JSON.stringify([row.documentId, row.locale, row.documentId === undefined ? row.id : '']) : '';

const graft = (into: unknown, from: unknown, [step, ...rest]: readonly Step[]): void => {
  if (step === undefined) return;
  if (Array.isArray(into) && Array.isArray(from)) {
    const found = new Map(from.map((row) => [keyOf(row), row as unknown]));
    for (const row of into) graft(row, found.get(keyOf(row)), [step, ...rest]);
  } else if (isObject(into) && isObject(from)) {
    if (step.isPart === true) graft(into, from, rest);
    else if (rest.length > 0) graft(into[step.storage], from[step.name], rest);
    else (into as Row)[step.storage] = from[step.name];
  }
};

export class Selection {
  readonly root: Level;
  /** Whether the answer says how many documents there are in all. */
  isCounted = false;
  private readonly holder: AttributeHolder | undefined;
  private readonly entries: Entry[] = [];
  private readonly grafts: { readonly request: number; readonly path: readonly Step[] }[] = [];

  constructor(holder: AttributeHolder | undefined) {
    this.holder = holder;
    this.root = new Level(this, undefined, { name: '', storage: '', options: {}, key: '', holder });
  }

  entryOf(request: number): Entry {
    return (this.entries[request] ??= newEntry(this.holder));
  }

  graftLater(request: number, path: readonly Step[]): void {
    this.grafts.push({ request, path });
  }

  /** @returns the parameters of each request */
  queries(): readonly Options[] {
    const last = Math.max(0, ...this.grafts.map(({ request }) => request));
    return Array.from({ length: last + 1 }, (_, request) => toQuery(this.entryOf(request), last > 0));
  }

  /**
   * Sends the requests: the first, then the others at once.
   *
   * @param ask gets the parameters of a request, and the answer to the first for the others
   * @returns the first answer, whose rows have what the others read
   * @throws ApiError as `ask`
   */
  async readAll<T extends { readonly rows: unknown }>(ask: (query: Options, first?: T) => Promise<T>): Promise<T> {
    const [query = {}, ...others] = this.queries();
    const first = await ask(query);
    const answers = await Promise.all(others.map((other) => ask(other, first)));
    // Those of later requests may be below those of earlier ones.
    for (const { request, path } of this.grafts.toSorted((a, b) => a.request - b.request))
      graft(first.rows, answers[request - 1]?.rows, path);
    return first;
  }
}
