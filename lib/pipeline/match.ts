// Filters to the `$match` of indexed fields; conditions on related documents are resolved to ids by earlier steps.
import { invalid } from '../errors.ts';
import type { Comparison, Filter, Operand, Operator, Publication, Versions } from '../query/index.ts';
import type { ContentType, RelationAttribute, ScalarAttribute, Status } from '../schema/index.ts';
import { never, pathOf, present, versionOf } from './paths.ts';
import { Resolved, type Document, type ResolveStep } from './types.ts';

/** MongoDB refuses patterns over 32,764 bytes. */
const maxPattern = 32_000;

const pattern = (before: string, operand: Operand | undefined, after: string, options: string): Document => {
  const text = typeof operand === 'string' ? operand : ''; // lib/query gives these operators text only
  const escaped = text.replace(
    /[\\^$.*+?()[\]{}|/#\s-]/g,
    (character) => `\\x{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
  if (Buffer.byteLength(escaped) > maxPattern) throw invalid('The text to search for is too long');
  return { $regex: `${before}${escaped}${after}`, $options: options };
};

type Conditions = (operands: readonly Operand[]) => Document;

const first =
  (condition: (operand: Operand | undefined) => Document): Conditions =>
  (operands) =>
    condition(operands[0]);

/** The condition on one field. Comparisons never match null: MongoDB brackets them by type. */
const conditions: Record<Operator, Conditions> = {
  eq: first(($eq) => ({ $eq })),
  eqi: first((operand) => pattern('^', operand, '\\z', 'i')),
  lt: first(($lt) => ({ $lt })),
  lte: first(($lte) => ({ $lte })),
  gt: first(($gt) => ({ $gt })),
  gte: first(($gte) => ({ $gte })),
  in: (operands) => ({ $in: operands }),
  contains: first((operand) => pattern('', operand, '', '')),
  containsi: first((operand) => pattern('', operand, '', 'i')),
  startsWith: first((operand) => pattern('^', operand, '', '')),
  startsWithi: first((operand) => pattern('^', operand, '', 'i')),
  endsWith: first((operand) => pattern('', operand, '\\z', '')),
  endsWithi: first((operand) => pattern('', operand, '\\z', 'i')),
  between: ([$gte, $lte]) => ({ $gte, $lte }),
  null: () => ({ $eq: null }),
};

const isNull = ({ operator, operands }: Comparison): boolean =>
  operator === 'null' || (operator === 'eq' && operands[0] === null);

const compare = (comparison: Comparison, prefix: string): Document =>
  compareAt(comparison, pathOf(prefix, comparison.attribute.name));

const compareAt = (comparison: Comparison, path: string): Document => {
  const { attribute, operator, operands, negated } = comparison;
  if (isNull(comparison)) return { [path]: negated ? { $ne: null } : { $eq: null } };
  if (attribute.value === 'json' || attribute.value === 'blocks') return compareJson(comparison, path);
  const condition = conditions[operator](operands);
  return { [path]: negated ? { $not: condition, $ne: null } : condition };
};

/** On a path into JSON `null` alone says little: where the path leads through a list of numbers, nothing is equal to it. */
const inside = (comparison: Comparison, path: string): Document => {
  const there = { [path]: { $exists: true, $ne: null } };
  if (isNull(comparison)) return comparison.negated ? there : { $nor: [there] };
  return comparison.negated ? { $and: [there, compareAt(comparison, path)] } : compareAt(comparison, path);
};

/** MongoDB asks the elements of a list too: a JSON value is compared as a whole, so no element may be what matched. */
const compareJson = ({ operator, operands, negated }: Comparison, path: string): Document => {
  const whole = (condition: Document): Document => ({ [path]: { ...condition, $not: { $elemMatch: condition } } });
  const any =
    operator === 'in' ? operands.map((operand) => whole({ $eq: operand })) : [whole(conditions[operator](operands))];
  if (negated) return { $and: [{ [path]: { $ne: null } }, { $nor: any.length === 0 ? [never] : any }] };
  return any.length === 0 ? never : { $or: any };
};

/** Texts that hold the text, in any case; numbers whose digits do, where the text could be of a number. */
const search = (text: string, attributes: readonly ScalarAttribute[], prefix: string): Document => {
  const condition = pattern('', text, '', 'i');
  const ways = attributes.flatMap((attribute): readonly Document[] => {
    const path = pathOf(prefix, attribute.name);
    if (attribute.value === 'text') return [{ [path]: condition }];
    if (!/^[-+.\d]+$/.test(text)) return [];
    const input = { $toString: `$${path}` };
    return [{ $expr: { $regexMatch: { input, regex: { $literal: condition.$regex as string }, options: 'i' } } }];
  });
  return ways.length === 0 ? never : { $or: ways };
};

const isThere = (version: Status): Document => ({ [`${version}.id`]: { $gte: 0 } });
const both = { $and: [isThere('draft'), isThere('published')] };
const draftIsNewer = { $expr: { $gt: ['$draft.updatedAt', '$published.updatedAt'] } };
const neverPublished = { 'published.id': { $exists: false } };

/** What each means of a stored document; documents are not yet in several locales, where `-document` looks at all. */
const publications: Record<Publication, Document> = {
  'never-published': neverPublished,
  'never-published-document': neverPublished,
  'has-published-version': isThere('published'),
  'has-published-version-document': isThere('published'),
  modified: { $and: [both, draftIsNewer] },
  unmodified: { $and: [both, { $nor: [draftIsNewer] }] },
  'published-without-draft': { $and: [isThere('published'), { 'draft.id': { $exists: false } }] },
  'published-with-draft': both,
};

/** Whether the conditions hold of a row of nulls: what a join without a partner gives. */
export const holdsOfNothing = (filter: Filter): boolean => {
  switch (filter.kind) {
    case 'compare':
      return isNull(filter) && !filter.negated;
    case 'and':
      return filter.of.every(holdsOfNothing);
    case 'or':
      return filter.of.some(holdsOfNothing);
    case 'related':
    case 'embedded':
      return holdsOfNothing(filter.where);
    case 'there':
      return filter.negated;
    case 'inside':
      return isNull(filter.comparison) && !filter.comparison.negated;
    case 'entry':
    case 'search':
    case 'publication':
      return false;
  }
};

/** Compiles the filters of one plan, collecting the steps that have to run before it. */
export class MatchCompiler {
  readonly steps: ResolveStep[] = [];
  private readonly versions: Versions;

  constructor(versions: Versions) {
    this.versions = versions;
  }

  /** The `$match` for documents of a type: those that have the version, and whatever else is asked. */
  document(type: ContentType, filter: Filter | undefined): Document {
    const there = present(type, this.versions);
    return filter === undefined ? there : { $and: [there, this.filter(filter, versionOf(type, this.versions.status))] };
  }

  private filter(filter: Filter, prefix: string): Document {
    switch (filter.kind) {
      case 'compare':
        return compare(filter, prefix);
      case 'and':
        return filter.of.length === 0 ? {} : { $and: filter.of.map((part) => this.filter(part, prefix)) };
      case 'or':
        return filter.of.length === 0 ? never : { $or: filter.of.map((part) => this.filter(part, prefix)) };
      case 'embedded': {
        const path = pathOf(prefix, filter.attribute.name);
        if (!filter.attribute.repeatable) return this.filter(filter.where, path);
        const some = { [path]: { $elemMatch: this.filter(filter.where, '') } };
        return holdsOfNothing(filter.where) ? { $or: [some, { [`${path}.0`]: { $exists: false } }] } : some;
      }
      case 'there':
        // In the element of a list there is one, by its standing there.
        if (prefix === '') return filter.negated ? never : {};
        return { [prefix]: filter.negated ? { $eq: null } : { $ne: null } };
      case 'related':
        return this.related(filter.attribute, filter.target, filter.where, prefix);
      case 'entry': {
        const { attribute, component, where } = filter;
        const entry = { $and: [{ __component: component.uid }, this.filter(where, '')] };
        return { [pathOf(prefix, attribute.name)]: { $elemMatch: entry } };
      }
      case 'inside':
        return inside(filter.comparison, [pathOf(prefix, filter.comparison.attribute.name), ...filter.path].join('.'));
      case 'search':
        return search(filter.text, filter.attributes, prefix);
      case 'publication':
        return publications[filter.publication];
    }
  }

  private related(attribute: RelationAttribute, target: ContentType, where: Filter, prefix: string): Document {
    const without = holdsOfNothing(where);
    const found = this.document(target, where);
    const version = versionOf(target, this.versions.status);
    if (attribute.side.holds === 'links') {
      const path = pathOf(prefix, attribute.name);
      const some = { [`${path}.to`]: { $in: this.resolve(target, found, 'documentId') } };
      if (!without) return some;
      // A link to what is gone, or is not there in this version, is none.
      const living = this.resolve(target, present(target, this.versions), 'documentId');
      return { $or: [some, { [`${path}.to`]: { $nin: living } }] };
    }
    const links = `${version}.${attribute.side.mappedBy}.to`;
    const some = { documentId: { $in: this.resolve(target, found, links) } };
    if (!without) return some;
    const linked = { $and: [present(target, this.versions), { [links]: { $ne: null } }] };
    return { $or: [some, { documentId: { $nin: this.resolve(target, linked, links) } }] };
  }

  private resolve(target: ContentType, match: Document, value: string): Resolved {
    this.steps.push({ collection: target.collectionName, match, value });
    return new Resolved(this.steps.length - 1);
  }
}
