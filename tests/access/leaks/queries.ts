// Generates random queries, as deep as limits allow; most names in them exist, visible or hidden.
import {
  componentOf,
  identityAttributes,
  systemAttributes,
  typeOf,
  type Attribute,
  type ContentType,
  type ScalarAttribute,
  type Schema,
  type ValueKind,
} from '../../../lib/schema/index.ts';
import { operatorDeclarations, operators } from '../../../lib/read/operators/index.ts';
import type { Random } from './random.ts';
import { idsOf, locales, valueFor } from './world.ts';

type Holder = Pick<ContentType, 'attributes'> & Partial<ContentType>;

/** One query parameter: its key and the keys in brackets, and its value. */
type Pair = readonly [path: readonly string[], value: string];

const text = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);

/** Documents of the generated worlds have one version. */
const versionRequests = [
  '/versions?',
  '/versions/1?',
  '/versions/1?populate=*&',
  '/versions/compare?from=published&',
  '/versions/compare?from=1&to=published&',
] as const;

const queryOf = (pairs: readonly Pair[]): string =>
  pairs
    .map(([[first = '', ...keys], value]) => {
      const brackets = keys.map((key) => `[${encodeURIComponent(key)}]`).join('');
      return `${first}${brackets}=${encodeURIComponent(value)}`;
    })
    .join('&');

export class QueryGenerator {
  private readonly schema: Schema;
  private readonly random: Random;

  constructor(schema: Schema, chance: Random) {
    this.schema = schema;
    this.random = chance;
  }

  /**
   * Makes a random URL of the API, and request headers.
   *
   * @param seen the types that most requests read
   */
  request(seen: readonly (readonly [string, ContentType])[]): {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  } {
    const { random } = this;
    const [name, type] = random.pickIfAny(seen.length > 0 && random.isTrue(0.9) ? seen : [...this.schema.served]) ?? [];
    if (name === undefined || type === undefined) throw new Error('nothing is served');
    const isOne = type.kind === 'singleType' || random.isTrue(0.2);
    const id = isOne && type.kind === 'collectionType' ? `/${random.pickIfAny(idsOf(type)) ?? ''}` : '';
    const versions = isOne && random.isTrue(0.3) ? random.pick(versionRequests) : '?';
    const pairs = [
      ...(random.isTrue(0.7) ? this.filters(type, ['filters'], 3) : []),
      ...(random.isTrue(0.5) ? this.sort(type, ['sort'], 3) : []),
      ...(random.isTrue(0.7) ? this.populate(type, ['populate'], 3) : []),
      ...this.rest(type),
    ];
    const headers = random.isTrue(0.1) ? { 'strapi-response-format': 'v4' } : {};
    return { url: `/api/${name}${id}${versions}${queryOf(pairs)}`, headers };
  }

  /** Makes queries with one comparison: each operator on each attribute of a type. */
  comparisons(
    type: ContentType,
  ): readonly { readonly kind: ValueKind; readonly operator: string; readonly query: string }[] {
    const scalars = new Set(this.attributes(type).filter((one) => one.kind === 'scalar'));
    return [...scalars].flatMap((attribute) =>
      [...operators.keys()].map((operator) => {
        const pairs = this.comparisonBy(operator, attribute, ['filters', attribute.name]);
        return { kind: attribute.value, operator, query: queryOf(pairs) };
      }),
    );
  }

  /** A random condition, in the form that a role stores. */
  condition(type: ContentType): object {
    const root: Record<string, unknown> = {};
    for (const [[, ...keys], value] of this.filters(type, ['filters'], 2)) {
      let at = root;
      for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>;
      at[keys.at(-1) ?? ''] = value;
    }
    return root;
  }

  private rest(type: ContentType): readonly Pair[] {
    const { random } = this;
    const pairs: Pair[] = [];
    if (random.isTrue(0.3)) pairs.push([['pagination', 'pageSize'], String(1 + random.integerBelow(4))]);
    if (random.isTrue(0.2)) pairs.push([['pagination', 'page'], String(1 + random.integerBelow(3))]);
    if (random.isTrue(0.15)) pairs.push([['pagination', 'cursor'], '']);
    if (random.isTrue(0.2)) pairs.push([['status'], 'draft']);
    if (random.isTrue(0.15))
      pairs.push([['view'], 'edit'], ...(random.isTrue(0.5) ? [[['status'], 'published'] as const] : []));
    if (random.isTrue(0.1)) pairs.push([['_q'], text(random.pick(['ash', 'birch', '1']))]);
    if (random.isTrue(0.1)) pairs.push([['fields'], random.pickIfAny([...type.attributes.keys()]) ?? 'id']);
    if (random.isTrue(0.1)) pairs.push([['hasPublishedVersion'], String(random.isTrue(0.5))]);
    if (random.isTrue(0.05))
      pairs.push([['publicationFilter'], random.pick(['modified', 'has-published-version-document'])]);
    if (random.isTrue(0.4)) pairs.push([['locale'], random.pick([...locales, '*'])]);
    if (random.isTrue(0.15)) pairs.push([['fallbackLocale'], random.pick(locales)]);
    return pairs;
  }

  private attributes(holder: Holder): readonly Attribute[] {
    const system =
      holder.uid !== undefined && 'collectionName' in holder
        ? [...identityAttributes, ...systemAttributes(holder as ContentType)]
        : [];
    // Relations, components and zones are listed several times, so that queries choose them more often.
    const own = [...holder.attributes.values()];
    const leading = own.filter(({ kind }) => kind !== 'scalar');
    return [...own, ...leading, ...leading, ...system];
  }

  private below(attribute: Attribute): Holder | undefined {
    if (attribute.kind === 'relation') return typeOf(this.schema, attribute.target);
    return attribute.kind === 'component' ? componentOf(this.schema, attribute.component) : undefined;
  }

  private filters(holder: Holder, path: readonly string[], depth: number): readonly Pair[] {
    const { random } = this;
    return Array.from({ length: 1 + random.integerBelow(2) }).flatMap((_, index): readonly Pair[] => {
      const wrapped = random.isTrue(0.2)
        ? [...path, random.pick(['$or', '$and']), String(index)]
        : random.isTrue(0.15)
          ? [...path, '$not']
          : path;
      return this.filter(holder, wrapped, depth);
    });
  }

  private filter(holder: Holder, path: readonly string[], depth: number): readonly Pair[] {
    const { random } = this;
    const attribute = random.pickIfAny(this.attributes(holder));
    if (attribute === undefined) return [];
    const at = [...path, attribute.name];
    if (attribute.kind === 'scalar') return this.comparison(attribute, at);
    if (attribute.kind === 'dynamiczone') {
      const uid = random.pickIfAny(attribute.components) ?? '';
      return this.filter(componentOf(this.schema, uid), [...at, '$any', uid], depth - 1);
    }
    if (random.isTrue(0.25)) return [[[...at, random.pick(['$null', '$notNull'])], 'true']];
    if (attribute.kind === 'relation' && random.isTrue(0.15)) {
      const id = random.pickIfAny(idsOf(typeOf(this.schema, attribute.target))) ?? '';
      return [[[...at, 'documentId', random.pick(['$eq', '$ne'])], id]];
    }
    const next = this.below(attribute);
    return next === undefined || depth === 0 ? [] : this.filters(next, at, depth - 1);
  }

  private comparison(attribute: ScalarAttribute, path: readonly string[]): readonly Pair[] {
    const { random } = this;
    if (attribute.value === 'json' && random.isTrue(0.7)) return [[[...path, 'word'], random.pick(['ash', 'birch'])]];
    const name = random.pickIfAny([...operators.keys()]) ?? '';
    return this.comparisonBy(name, attribute, random.isTrue(0.1) ? [...path, '$not'] : path);
  }

  private comparisonBy(name: string, attribute: ScalarAttribute, path: readonly string[]): readonly Pair[] {
    const { random } = this;
    const operator = operatorDeclarations[operators.get(name)?.operator ?? 'eq'];
    const within = [...path, name];
    if (operator.takes === 'flag') return [[within, String(random.isTrue(0.7))]];
    const value = (): string => {
      if (attribute.name === 'id') return String(random.integerBelow(40));
      const whole = text(valueFor(attribute, random, 'none'));
      if (!operator.comparesText || attribute.value !== 'text') return whole;
      const part = random.pick([whole, whole.slice(0, 2), whole.slice(-2)]);
      return random.isTrue(0.3) ? part.toUpperCase() : part;
    };
    if (operator.takes === 'one') return [[within, value()]];
    const count = operator.takes === 'pair' ? 2 : 1 + random.integerBelow(3);
    const values = Array.from({ length: count }, value);
    return values.map((one, index) => [[...within, String(index)], one]);
  }

  private sort(holder: Holder, path: readonly string[], depth: number): readonly Pair[] {
    return Array.from({ length: 1 + this.random.integerBelow(2) }).flatMap((_, index) =>
      this.key(holder, [], depth).map((names): Pair => [
        [...path, String(index)],
        `${names.join('.')}:${this.random.pick(['asc', 'desc'])}`,
      ]),
    );
  }

  private key(holder: Holder, names: readonly string[], depth: number): readonly (readonly string[])[] {
    const all = this.attributes(holder);
    const relations = all.filter(({ kind }) => kind === 'relation');
    const attribute = this.random.pickIfAny(depth > 1 && this.random.isTrue(0.5) ? relations : all);
    if (attribute === undefined) return [];
    const next = this.below(attribute);
    const at = [...names, attribute.name];
    return next === undefined ? [at] : depth === 0 ? [] : this.key(next, at, depth - 1);
  }

  private populate(holder: Holder, path: readonly string[], depth: number): readonly Pair[] {
    const { random } = this;
    if (random.isTrue(0.2) || depth === 0) return [[path, '*']];
    const leading = [...holder.attributes.values()].filter(({ kind }) => kind !== 'scalar');
    const named = random
      .subset(leading, 0.5)
      .flatMap((attribute) => this.populated(attribute, [...path, attribute.name], depth));
    return holder.localized === true && random.isTrue(0.3) ? [...named, [[...path, 'localizations'], 'true']] : named;
  }

  private populated(attribute: Attribute, at: readonly string[], depth: number): readonly Pair[] {
    const { random } = this;
    const next = this.below(attribute);
    if (next === undefined || random.isTrue(0.2)) return [[at, random.pick(['true', '*'])]];
    const isRelation = attribute.kind === 'relation';
    const pairs = [
      ...(random.isTrue(0.3) ? this.filters(next, [...at, 'filters'], depth - 1) : []),
      ...(random.isTrue(0.3) ? this.sort(next, [...at, 'sort'], isRelation ? depth - 1 : 0) : []),
      ...(random.isTrue(0.6) ? this.populate(next, [...at, 'populate'], depth - 1) : []),
      ...(isRelation && random.isTrue(0.2) ? [[[...at, 'limit'], String(1 + random.integerBelow(2))] as const] : []),
      ...(isRelation && random.isTrue(0.1) ? [[[...at, 'count'], 'true'] as const] : []),
    ];
    return pairs.length === 0 ? [[at, 'true']] : pairs;
  }
}
