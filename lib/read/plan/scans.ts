// Finds what no index serves of a query: the rows that MongoDB reads one by one, and the conditions that cause it. Pure.
import { operatorDeclarations, operatorSpecs } from '../operators/index.ts';
import type { Comparison, Filter, Query } from '../query/index.ts';
import {
  draftStatusAttribute,
  isCreatorAttribute,
  indexedOrders,
  type ContentType,
  type ScalarAttribute,
  type Schema,
  type Status,
} from '../../schema/index.ts';
import { matchesMissing } from './conditions.ts';
import { pathOf, versionOf } from './paths.ts';
import { nameOfSort, populatedPaths, sortSteps } from './relationSteps.ts';
import type { Document, Plan, Scan, UnindexedCondition } from './types.ts';

const longTypes: ReadonlySet<string> = new Set(['text', 'richtext', 'blocks', 'json']);

interface Place {
  readonly type: ContentType;
  readonly version: Status;
  /** The path of the object whose attributes are compared; undefined inside components. */
  readonly prefix: string | undefined;
  /** Where the condition is in the query: `filters[author]`. */
  readonly path: string;
}

const placeOf = (type: ContentType, status: Status, path: string): Place => {
  const version = versionOf(type, status);
  return { type, version, prefix: version, path };
};

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
  if (['id', 'documentId', 'locale', draftStatusAttribute.name].includes(name) || unique) return prefix === version;
  const path = pathOf(prefix, name);
  return indexedOrders(type, version).some((keys) => Object.keys(keys)[0] === path);
};

const isServed = (comparison: Comparison, place: Place): boolean =>
  !comparison.negated && !operatorSpecs[comparison.operator].scans && isIndexed(comparison.attribute, place);

/** How many rows a filter can match because it names them; undefined: any number. */
const pinnedRows = (filter: Filter, place: Place): number | undefined => {
  if (filter.kind === 'and')
    return filter.of.reduce<number | undefined>((least, part) => {
      const rows = pinnedRows(part, place);
      return rows === undefined ? least : Math.min(rows, least ?? rows);
    }, undefined);
  if (filter.kind !== 'compare' || !isServed(filter, place)) return undefined;
  const { attribute, operator, operands } = filter;
  const isUnique = attribute.unique || attribute.name === 'id' || attribute.name === 'documentId';
  return isUnique && (operator === 'eq' || operator === 'in') ? operands.length : undefined;
};

/** Collects the scans of one query. */
class ScanCollector {
  readonly scans: Scan[] = [];
  private readonly status: Status;

  constructor(status: Status) {
    this.status = status;
  }

  /**
   * Adds the scan of a type's documents by a filter, and those of the relations in it.
   *
   * @param joins looks related documents up for each row
   */
  filtered(
    type: ContentType,
    filter: Filter | undefined,
    path: string,
    passes = 1,
    joins: readonly UnindexedCondition[] = [],
  ): void {
    if (filter === undefined) return;
    const place = placeOf(type, this.status, path);
    const conditions = [...this.conditions(filter, place), ...joins];
    if (conditions.length === 0) return;
    this.scans.push({ collection: type.collectionName, rows: pinnedRows(filter, place), passes, conditions });
  }

  /** Adds the scans of the relations in a filter that is tested on one document. */
  relatedIn(type: ContentType, filter: Filter | undefined, path: string): void {
    if (filter !== undefined) this.conditions(filter, placeOf(type, this.status, path));
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
        this.filtered(filter.target, filter.where, at);
        return matchesMissing(filter.where) || isCreatorAttribute(filter.attribute) ? [condition(at)] : [];
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
}

/** The stages of a plan that read the query's own rows. */
interface RowStages {
  readonly then: readonly Document[];
  /** Finds the values of a sort that the documents do not store. */
  readonly before: readonly Document[];
  /** Whether the rows are read in the order of another collection. */
  readonly startsAtTargets: boolean;
  /** Whether one query finds what a relation of all rows populates. */
  readonly isBatched: boolean;
}

const lookupsIn = (stages: readonly Document[]): number => stages.filter((stage) => '$lookup' in stage).length;

/** The scans by sorts that no index serves. */
const sortScans = (
  { type, status, filter, sort }: Query,
  { before, startsAtTargets }: RowStages,
  schema: Schema,
): readonly Scan[] => {
  const [key] = sort;
  if (key === undefined) return [];
  const place = placeOf(type, status, 'sort');
  const lookups = lookupsIn(before);
  const isInOrder = startsAtTargets || (key.through.length === 0 && isIndexed(key.attribute, place));
  if (isInOrder && lookups === 0) return [];
  const rows = filter === undefined ? undefined : pinnedRows(filter, place);
  return sort.flatMap((one, index): readonly Scan[] => {
    const through = sortSteps(one, type, schema);
    const isDeep = through.length > 1;
    if (index > 0 && !isDeep) return [];
    const conditions = [condition(`sort=${nameOfSort(one)}`, [], index === 0 ? lookups : 0)];
    const { collectionName: collection } = type;
    return [{ collection, passes: 1, conditions, rows, ...(isDeep ? { through } : {}) }];
  });
};

/** Up to this number of relations, a populate tree reads what its pages and relations have; further ones multiply. */
const flatDepth = 2;

/** The scans by filters of populated relations, and by relations that follow at least two others. */
const populateScans = ({ type, status, select, page }: Query, schema: Schema, stages?: RowStages): readonly Scan[] => {
  const related = new ScanCollector(status);
  const rows = stages === undefined ? 1 : page.limit;
  for (const { path, steps, target, filter } of populatedPaths(select, type, schema, stages?.isBatched ?? false)) {
    related.filtered(target, filter, `${path}[filters]`);
    if (steps.length > flatDepth)
      related.scans.push({
        ...{ collection: type.collectionName, rows, passes: 1, through: steps, isAnswered: true },
        conditions: [condition(path)],
      });
  }
  return related.scans;
};

/**
 * What no index serves of a query, and what relations of relations lead to, as a part of its plan; nothing if indexes serve
 * everything. Conditions of permissions do not count: the site has chosen them.
 *
 * @param stages undefined for a query of one document: its filter is tested on one row, and on the documents related to it
 */
export const scansOf = (query: Query, schema: Schema, stages?: RowStages): Pick<Plan, 'scans'> => {
  const { type, status, filter, page, release } = query;
  const lookups = lookupsIn(stages?.then ?? []);
  const joins = lookups === 0 ? [] : [condition('filters through relations', [], lookups)];
  const own = new ScanCollector(status);
  if (stages === undefined) own.relatedIn(type, filter, 'filters');
  else own.filtered(type, filter, 'filters', page.withCount ? 2 : 1, joins);
  // Versions after a release are in no index.
  if (stages !== undefined && release !== undefined)
    own.scans.push({
      ...{ collection: type.collectionName, rows: undefined, passes: page.withCount ? 2 : 1 },
      conditions: [condition('release')],
    });
  const scans = [
    ...(stages === undefined ? [] : sortScans(query, stages, schema)),
    ...own.scans,
    ...populateScans(query, schema, stages),
  ];
  return scans.length === 0 ? {} : { scans };
};
