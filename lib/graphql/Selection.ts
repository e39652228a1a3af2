// What one field of a query asks of REST: attributes (`fields`), and relations and components (`populate`) at each level. REST reads a
// relation once in a request; where a selection has one again with other arguments, a further request reads it, with nothing beside
// the way to it, and `graft` adds it to the documents of the first.
import { invalid } from '../errors.ts';
import { isContentType, isObject, publicSystemAttributes, type AttributeHolder } from '../schema/index.ts';

/** Parameters of REST. */
export type Options = Readonly<Record<string, unknown>>;

/** One level of one request. */
interface Entry {
  /** Undefined: a zone or a morph, which has a level for each kind of value. */
  readonly holder: AttributeHolder | undefined;
  readonly options: Options;
  readonly fields: Set<string>;
  /** By attribute; of a zone or a morph, by uid. */
  readonly inner: Map<string, Entry>;
}

const newEntry = (holder: AttributeHolder | undefined, options: Options = {}): Entry => ({
  ...{ holder, options, fields: new Set(), inner: new Map() },
});

/** @param joined whether documents are found again in another request */
const toQuery = ({ holder, options, fields, inner }: Entry, joined: boolean): Options => {
  const each = Object.fromEntries([...inner].map(([name, entry]) => [name, toQuery(entry, joined)]));
  // Without a value, the parameter would be absent.
  if (holder === undefined) return inner.size === 0 ? { count: false } : { on: each };
  const isDocument = isContentType(holder);
  const system = isDocument && joined ? publicSystemAttributes(holder).filter(({ name }) => name === 'locale') : [];
  const names = [...new Set([...fields, ...system.map(({ name }) => name)])];
  // One that is always answered: without any, there would be all attributes.
  const chosen = names.length === 0 ? (isDocument ? 'documentId' : 'id') : names.join(',');
  return { ...options, fields: chosen, ...(inner.size === 0 ? {} : { populate: each }) };
};

/** A way into a level: where its value is in an answer, and in that of the first request with what the others have read. */
interface Step {
  readonly name: string;
  readonly storage: string;
  readonly holder: AttributeHolder | undefined;
  readonly options: Options;
}

/** Each request costs as much as the first. */
const maxRequests = 10;

/** A level of the selection: a document, a component, or the values of one kind in a zone. */
export class Level {
  private readonly selection: Selection;
  private readonly entry: Entry;
  private readonly path: readonly Step[];

  constructor(selection: Selection, entry: Entry, path: readonly Step[]) {
    this.selection = selection;
    this.entry = entry;
    this.path = path;
  }

  /** Where the values of the level are in a row. */
  get storage(): string {
    return this.path.at(-1)?.storage ?? '';
  }

  select(name: string): void {
    this.entry.fields.add(name);
  }

  get selects(): boolean {
    return this.entry.fields.size > 0;
  }

  /** Whether anything is selected that only documents have. */
  get populates(): boolean {
    return this.entry.inner.size > 0;
  }

  /**
   * @param name an attribute; in a zone or a morph, a uid
   * @returns its level, in a further request if this one reads the attribute with other options
   * @throws ApiError 400 if that are too many
   */
  into(name: string, holder: AttributeHolder | undefined, options: Options = {}, storage = name): Level {
    const known = this.entry.inner.get(name);
    const isOther = known !== undefined && JSON.stringify(known.options) !== JSON.stringify(options);
    if (isOther) return this.selection.again(this.path, { name, storage: '', holder, options });
    const entry = known ?? newEntry(holder, options);
    this.entry.inner.set(name, entry);
    return new Level(this.selection, entry, [...this.path, { name, storage, holder, options }]);
  }
}

/** What a document or a component has in both answers. */
const keyOf = (row: unknown): string =>
  isObject(row) ? JSON.stringify(row.documentId === undefined ? row.id : [row.documentId, row.locale]) : '';

const graft = (into: unknown, from: unknown, [step, ...rest]: readonly Step[]): void => {
  if (Array.isArray(into) && Array.isArray(from)) {
    const found = new Map(from.map((row) => [keyOf(row), row as unknown]));
    for (const row of into) graft(row, found.get(keyOf(row)), step === undefined ? [] : [step, ...rest]);
  } else if (step !== undefined && isObject(into) && isObject(from)) {
    const isPart = step.storage === '';
    if (isPart) graft(into, from, rest);
    else if (rest.length > 0) graft(into[step.storage], from[step.name], rest);
    else Object.assign(into, { [step.storage]: from[step.name] });
  }
};

export class Selection {
  readonly root: Level;
  /** Whether the answer says how many documents there are in all. */
  isCounted = false;
  private readonly holder: AttributeHolder | undefined;
  private readonly first: Entry;
  private readonly further = new Map<
    string,
    { readonly entry: Entry; readonly level: Level; readonly path: readonly Step[] }
  >();

  constructor(holder: AttributeHolder | undefined) {
    this.holder = holder;
    this.first = newEntry(holder);
    this.root = new Level(this, this.first, []);
  }

  /** @returns the level at the end of a way that a further request goes @throws ApiError 400 for too many of them */
  again(path: readonly Step[], last: Step): Level {
    const key = JSON.stringify([...path, last].map(({ name, options }) => [name, options]));
    const known = this.further.get(key);
    if (known !== undefined) return known.level;
    if (this.further.size + 1 >= maxRequests)
      throw invalid(`Relations are selected with other arguments more than ${maxRequests} times`, { path: last.name });
    const steps = [...path, { ...last, storage: `${last.name} ${this.further.size + 1}` }];
    const entry = newEntry(this.holder);
    let level = new Level(this, entry, []);
    for (const { name, holder, options, storage } of steps) level = level.into(name, holder, options, storage);
    this.further.set(key, { entry, level, path: steps });
    return level;
  }

  /**
   * Sends the requests: the first, then the others at once.
   *
   * @param ask gets the parameters of a request, and the answer to the first for the others, if that has rows
   * @param onFailure gets what the others throw; what they read is then missing
   * @returns the first answer, whose rows have what the others read
   * @throws ApiError as `ask`
   */
  async readAll<T extends { readonly rows: unknown }>(
    ask: (query: Options, first?: T) => Promise<T>,
    onFailure?: (error: unknown) => undefined,
  ): Promise<T> {
    const others = [...this.further.values()];
    const { holder } = this;
    // Without them, a type with `options.populate` has its own populate.
    const chosen = holder && isContentType(holder) && holder.defaultPopulate ? { view: '', populate: '' } : {};
    const first = await ask({ ...chosen, ...toQuery(this.first, others.length > 0) });
    if (typeof first.rows !== 'object' || first.rows === null) return first;
    const answers = await Promise.all(
      others.map(({ entry }) => ask({ ...chosen, ...toQuery(entry, true) }, first).catch(onFailure)),
    );
    for (const [index, { path }] of others.entries()) graft(first.rows, answers[index]?.rows, path);
    return first;
  }
}
