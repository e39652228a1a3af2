// Reads `populate`: which relations, components and zones are answered, to which depth, and with which fields.
import { invalid, invalidKey } from '../../errors.ts';
import { componentOf, isContentType, typeOf, type Holder } from '../../schema/index.ts';
import { allFields, readFields } from './fields.ts';
import { readFilters } from './filters.ts';
import { tooDeep, tooMany } from './limits.ts';
import { entryOf, merge, type Entries } from './populateTree.ts';
import { checkKeys, keys, param, populatable, type Populatable } from './populateKeys.ts';
import { isSeen, type Scope } from './scope.ts';
import { readSort } from './sort.ts';
import { below, booleanOf, isBranch, type Branch, type Site, type Tree } from './tree.ts';
import type { Part, Populate, Selection, Subset } from './types.ts';

const localizations = 'localizations';

/** The reader's position: the dotted path, and the depth in relations, components and zones. */
interface Place {
  readonly path: string;
  readonly level: number;
}

/** Resolves the uids of types or components that an attribute can hold. */
interface Holders {
  readonly of: (uid: string) => Holder;
  readonly isSeen: (uid: string) => boolean;
}

const top: Place = { path: '', level: 0 };

/** The location of a parameter inside an entry of populate. */
const inside = (path: string, parameter: string): Site => ({ param, path: below(path, parameter) });

class PopulateReader {
  private readonly scope: Scope;
  private entriesRead = 0;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** Reads the selection of one type or component from its `fields` and its populate (`tree`). */
  select(fields: Tree | undefined, tree: Tree | undefined, holder: Holder, place: Place): Selection {
    const { path } = place;
    return {
      fields: readFields(fields, holder, this.scope, path === '' ? undefined : inside(path, 'fields')),
      populate: this.entries(merge(tree, path), holder, place),
    };
  }

  private entries({ star, entries }: Entries, holder: Holder, { path, level }: Place): readonly Populate[] {
    const { limits } = this.scope;
    if (level > limits.maxDepth) throw tooDeep(param, path, limits);
    const localized = 'localized' in holder && holder.localized;
    for (const name of entries.keys())
      if (!populatable(holder.attributes.get(name)) && !(localized && name === localizations))
        throw invalidKey(name, below(path, name), 'query', param);

    const own = [...holder.attributes.values()].filter(populatable).flatMap((attribute): readonly Populate[] => {
      const entry = entries.get(attribute.name) ?? (star ? true : undefined);
      return entry === undefined || entry === false
        ? []
        : this.one(attribute, entry === true ? {} : entry, { path: below(path, attribute.name), level: level + 1 });
    });
    const entry = entries.get(localizations) ?? (star ? true : undefined);
    // A caller that received one document may still not be allowed to find others of its type.
    if (!localized || entry === undefined || entry === false || !isSeen(this.scope, holder.uid)) return own;
    const given = entry === true ? {} : entry;
    const at = { path: below(path, localizations), level: level + 1 };
    this.enter(given, keys.localizations, at.path);
    const select = this.select(given.fields, given.populate, holder, at);
    return [...own, { kind: localizations, locales: this.scope.locales, select }];
  }

  /** Counts one more entry and checks its keys. */
  private enter(given: Branch, known: ReadonlySet<string>, path: string): void {
    checkKeys(given, known, path);
    this.entriesRead += 1;
    if (this.entriesRead > this.scope.limits.maxPopulated) throw tooMany(param, this.scope.limits);
  }

  private one(attribute: Populatable, given: Branch, place: Place): readonly Populate[] {
    const { path } = place;
    this.enter(given, keys[attribute.kind], path);
    switch (attribute.kind) {
      case 'relation': {
        if (attribute.type === 'relation' && !isSeen(this.scope, attribute.target)) return [];
        const target = typeOf(this.scope.schema, attribute.target);
        return [
          {
            kind: 'relation',
            attribute,
            target,
            count: this.counted(given.count, path) && attribute.type === 'relation',
            start: this.whole(given.start, below(path, 'start')) ?? 0,
            limit: this.whole(given.limit, below(path, 'limit')),
            ...this.subset(given, target, path),
            select: this.select(given.fields, given.populate, target, place),
          },
        ];
      }
      case 'component': {
        const component = componentOf(this.scope.schema, attribute.component);
        return [
          {
            kind: 'component',
            attribute,
            component,
            count: this.counted(given.count, path),
            ...this.embedded(given, component, place),
          },
        ];
      }
      case 'dynamiczone':
        return [
          {
            kind: 'zone',
            attribute,
            on: this.parts(given, attribute.components, place, {
              of: (uid) => componentOf(this.scope.schema, uid),
              isSeen: () => true,
            }),
          },
        ];
      case 'morph': {
        const { types } = this.scope.schema;
        const on = this.parts(given, [...types.keys()], place, {
          of: (uid) => typeOf(this.scope.schema, uid),
          isSeen: (uid) => isSeen(this.scope, uid),
        });
        return [{ kind: 'morph', attribute, on }];
      }
    }
  }

  /**
   * With `on`, reads the chosen parts; without it, all parts have the same options. Types that the caller may not see
   * are left out.
   */
  private parts(given: Branch, uids: readonly string[], place: Place, holder: Holders): ReadonlyMap<string, Part> {
    const on = given.on;
    if (on === undefined)
      return this.alike(given, new Map(uids.filter(holder.isSeen).map((uid) => [uid, holder.of(uid)])), place);
    const at = below(place.path, 'on');
    if (!isBranch(on)) throw invalid(`Invalid value at ${param}.${at}`, { path: at });
    return new Map(
      Object.entries(on).flatMap(([uid, tree]): readonly [string, Part][] => {
        const where = below(at, uid);
        if (!uids.includes(uid)) throw invalidKey(uid, where, 'query', param);
        const entry = entryOf(tree, where);
        const keysGiven = typeof entry === 'boolean' ? {} : entry;
        checkKeys(keysGiven, keys.part, where);
        return holder.isSeen(uid) ? [[uid, this.embedded(keysGiven, holder.of(uid), { ...place, path: where })]] : [];
      }),
    );
  }

  /** Reads the parts of a zone or morph without `on`: each part populates the names that it has. */
  private alike(given: Branch, holders: ReadonlyMap<string, Holder>, place: Place): ReadonlyMap<string, Part> {
    const { path } = place;
    const { star, entries } = merge(given.populate, path);
    const has = (holder: Holder, name: string): boolean => populatable(holder.attributes.get(name));
    for (const name of entries.keys())
      if (![...holders.values()].some((holder) => has(holder, name)))
        throw invalidKey(name, below(path, name), 'query', param);
    return new Map(
      [...holders].map(([uid, holder]) => {
        const known = new Map([...entries].filter(([name]) => has(holder, name)));
        const populate = this.entries({ star, entries: known }, holder, place);
        return [uid, { filter: undefined, sort: [], select: { fields: allFields(holder, this.scope), populate } }];
      }),
    );
  }

  /** Reads the options of a part that is stored inside its document, and is filtered and sorted in memory. */
  private embedded(given: Branch, holder: Holder, place: Place): Part {
    const { path } = place;
    const subset = this.subset(given, holder, path);
    const related = subset.sort.flatMap(({ through }) => through).find(({ kind }) => kind === 'relation');
    if (related !== undefined && !isContentType(holder))
      throw invalid(`Components cannot be sorted by the relation ${related.name} at ${param}.${path}`, { path });
    return { ...subset, select: this.select(given.fields, given.populate, holder, place) };
  }

  private subset(given: Branch, holder: Holder, path: string): Subset {
    return {
      filter: readFilters(given.filters, holder, this.scope, inside(path, 'filters')),
      sort: readSort(given.sort, holder, this.scope, inside(path, 'sort')),
    };
  }

  private whole(tree: Tree | undefined, path: string): number | undefined {
    if (tree === undefined) return undefined;
    if (typeof tree !== 'string' || !/^\d{1,9}$/.test(tree))
      throw invalid(`Invalid value at ${param}.${path}, expected a whole number`, { path });
    return Number(tree);
  }

  private counted(tree: Tree | undefined, path: string): boolean {
    if (tree === undefined) return false;
    const value = booleanOf(tree);
    if (value === undefined) throw invalidKey('count', path, 'query', param);
    return value;
  }
}

/**
 * @param fields the parsed `fields` parameter; undefined when absent
 * @param tree the parsed `populate` parameter; undefined when absent
 * @returns the selection; relations that the caller may not find are left out
 * @throws ApiError 400 for an unknown name or key, at any depth
 */
export const readSelection = (
  fields: Tree | undefined,
  tree: Tree | undefined,
  holder: Holder,
  scope: Scope,
): Selection => new PopulateReader(scope).select(fields, tree, holder, top);
