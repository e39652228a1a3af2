// Estimates what a query costs before it runs: the parts that no index serves. Pure.
import { operatorDeclarations, operatorSpecs } from '../operators/index.ts';
import type { Comparison, Filter, Query, Selection } from '../query/index.ts';
import { indexedOrders, type ContentType, type ScalarAttribute, type Status } from '../../schema/index.ts';
import { matchesMissing } from './matchesMissing.ts';
import { pathOf, versionOf } from './paths.ts';
import type { Document, Scan, UnindexedCondition } from './types.ts';

export interface CollectionSize {
  readonly documents: number;
  readonly averageBytes: number;
}

export interface ConditionCost {
  readonly path: string;
  readonly times: number;
  readonly cost: number;
}

export interface ReadCost {
  /** In units: about a millisecond of one core of MongoDB. docs/internals/performance.md has the measurements. */
  readonly cost: number;
  /** The costliest first. */
  readonly conditions: readonly ConditionCost[];
}

const longTypes: ReadonlySet<string> = new Set(['text', 'richtext', 'blocks', 'json']);

/** A text that an editor writes in one line. */
const shortBytes = 60;

const units = { row: 0.0007, condition: 0.0003, lookup: 0.03, byte: 0.0000025 };

/** The cost of reading the scans, with the sizes of their collections. */
export const costOf = (scans: readonly Scan[], sizeOf: (collection: string) => CollectionSize): ReadCost => {
  const conditions = new Map<string, ConditionCost>();
  for (const { collection, rows, passes, conditions: parts } of scans) {
    const { documents, averageBytes } = sizeOf(collection);
    const read = Math.min(rows ?? documents, documents) * passes;
    for (const { path, texts, long, lookups } of parts) {
      // A document has both versions, and a query searches one.
      const bytes = texts * (long ? averageBytes / 2 : Math.min(shortBytes, averageBytes));
      const each = units.row / parts.length + units.condition + units.byte * bytes + units.lookup * lookups;
      const known = conditions.get(path) ?? { path, times: 0, cost: 0 };
      conditions.set(path, { path, times: known.times + 1, cost: known.cost + read * each });
    }
  }
  const sorted = [...conditions.values()].sort((a, b) => b.cost - a.cost);
  return { cost: sorted.reduce((sum, { cost }) => sum + cost, 0), conditions: sorted };
};

interface Place {
  readonly type: ContentType;
  readonly version: Status;
  /** The path of the object whose attributes are compared; undefined inside components. */
  readonly prefix: string | undefined;
  /** Where the condition is in the query: `filters[author]`. */
  readonly path: string;
}

const nameOf = ({ operator, negated }: Comparison): string => {
  const { name, opposite } = operatorDeclarations[operator];
  return negated ? `[${opposite ?? `$not][${name}`}]` : `[${name}]`;
};

const condition = (path: string, attributes: readonly ScalarAttribute[] = [], lookups = 0): UnindexedCondition => ({
  ...{ path, lookups },
  texts: attributes.length,
  long: attributes.some(({ type }) => longTypes.has(type)),
});

/** Whether an index has the values of the attribute as its first key. */
const isIndexed = ({ name, unique }: ScalarAttribute, { type, version, prefix }: Place): boolean => {
  if (prefix === undefined) return false;
  if (name === 'id' || name === 'documentId' || name === 'locale' || unique) return prefix === version;
  const path = pathOf(prefix, name);
  return indexedOrders(type, version).some((keys) => Object.keys(keys)[0] === path);
};

const isServed = (comparison: Comparison, place: Place): boolean =>
  !comparison.negated && !operatorSpecs[comparison.operator].scans && isIndexed(comparison.attribute, place);

/** Collects the scans of one query. */
class ScanCollector {
  readonly scans: Scan[] = [];
  private readonly status: Status;

  constructor(status: Status) {
    this.status = status;
  }

  /** The scan of a type's documents by a filter, and those of the relations in it. */
  type(type: ContentType, filter: Filter | undefined, path: string, more: Omit<Scan, 'collection' | 'rows'>): void {
    const version = versionOf(type, this.status);
    const place: Place = { type, version, prefix: version, path };
    const conditions = [...(filter === undefined ? [] : this.conditions(filter, place)), ...more.conditions];
    if (conditions.length === 0) return;
    this.scans.push({
      ...{ collection: type.collectionName, passes: more.passes, conditions },
      rows: filter === undefined ? undefined : this.pinnedRows(filter, place),
    });
  }

  populated({ populate }: Selection, path: string): void {
    for (const part of populate) {
      if (part.kind === 'localizations' || part.kind === 'links') continue;
      const at = path === '' ? `populate[${part.attribute.name}]` : `${path}[populate][${part.attribute.name}]`;
      if (part.kind === 'relation')
        this.type(part.target, part.filter, `${at}[filters]`, { passes: 1, conditions: [] });
      if (part.kind === 'relation' || part.kind === 'component') this.populated(part.select, at);
      else for (const one of part.on.values()) this.populated(one.select, at);
    }
  }

  private conditions(filter: Filter, place: Place): readonly UnindexedCondition[] {
    const { path } = place;
    switch (filter.kind) {
      case 'compare': {
        const { attribute } = filter;
        const isText = operatorSpecs[filter.operator].scans || filter.negated;
        return isServed(filter, place)
          ? []
          : [condition(`${path}[${attribute.name}]${nameOf(filter)}`, isText ? [attribute] : [])];
      }
      case 'and':
      case 'or':
        return filter.of.flatMap((part) => this.conditions(part, place));
      case 'embedded':
      case 'entry': {
        const at = `${path}[${filter.attribute.name}]`;
        const prefix =
          filter.kind === 'entry' || filter.attribute.repeatable || place.prefix === undefined
            ? undefined
            : pathOf(place.prefix, filter.attribute.name);
        return this.conditions(filter.where, { ...place, prefix, path: at });
      }
      case 'related': {
        const at = `${path}[${filter.attribute.name}]`;
        // A step finds the related documents; the rows are then found by an index on their links.
        this.type(filter.target, filter.where, at, { passes: 1, conditions: [] });
        return matchesMissing(filter.where) ? [condition(at)] : [];
      }
      case 'inside': {
        const { comparison } = filter;
        return [condition(`${path}[${comparison.attribute.name}]${nameOf(comparison)}`, [comparison.attribute])];
      }
      case 'search':
        return filter.attributes.map((attribute) => condition('_q', [attribute]));
      case 'there':
        return [condition(path)];
      case 'publication':
      case 'own':
        return [];
    }
  }

  /** How many rows a filter can match because it names them; undefined: any number. */
  pinnedRows(filter: Filter, place: Place): number | undefined {
    if (filter.kind === 'and')
      return filter.of.reduce<number | undefined>((least, part) => {
        const rows = this.pinnedRows(part, place);
        return rows === undefined ? least : Math.min(rows, least ?? rows);
      }, undefined);
    if (filter.kind !== 'compare' || !isServed(filter, place)) return undefined;
    const { attribute, operator, operands } = filter;
    const isUnique = attribute.unique || attribute.name === 'id' || attribute.name === 'documentId';
    return isUnique && (operator === 'eq' || operator === 'in') ? operands.length : undefined;
  }
}

/** The stages of a plan that read the query's own rows. */
export interface RowStages {
  readonly then: readonly Document[];
  /** Finds the values of a sort that the documents do not store. */
  readonly before: readonly Document[];
  /** Whether the rows are read in the order of another collection. */
  readonly startsAtTargets: boolean;
}

const lookupsIn = (stages: readonly Document[]): number => stages.filter((stage) => '$lookup' in stage).length;

/**
 * What no index serves of a query. Conditions of permissions do not count: the site has chosen them.
 *
 * @param stages undefined for a query of one document
 * @returns an empty list if indexes serve everything
 */
export const scansOf = (
  { type, status, filter, sort, select, page }: Query,
  stages: RowStages | undefined,
): readonly Scan[] => {
  const collector = new ScanCollector(status);
  const version = versionOf(type, status);
  if (stages === undefined) {
    // The filter is tested on one row, and on the documents related to it.
    if (filter !== undefined) collector.type(type, filter, 'filters', { passes: 1, conditions: [] });
    const related = collector.scans.filter(({ collection }) => collection !== type.collectionName);
    collector.scans.splice(0, Infinity, ...related);
  } else {
    const [first] = sort;
    const place = { type, version, prefix: version, path: 'sort' };
    const isInOrder =
      first === undefined ||
      stages.startsAtTargets ||
      (first.through.length === 0 && isIndexed(first.attribute, place));
    const sortLookups = lookupsIn(stages.before);
    const filterLookups = lookupsIn(stages.then);
    const passes = page.withCount ? 2 : 1;
    if (!isInOrder || sortLookups > 0) {
      const name = [...(first?.through ?? []), ...(first === undefined ? [] : [first.attribute])].map(
        (one) => one.name,
      );
      collector.scans.push({
        ...{ collection: type.collectionName, passes: 1 },
        rows: filter === undefined ? undefined : collector.pinnedRows(filter, place),
        conditions: [condition(`sort=${name.join('.')}`, [], sortLookups)],
      });
    }
    const joins = filterLookups === 0 ? [] : [condition('filters through relations', [], filterLookups)];
    if (filter !== undefined) collector.type(type, filter, 'filters', { passes, conditions: joins });
  }
  collector.populated(select, '');
  return collector.scans;
};
