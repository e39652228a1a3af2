// populate: which relations, components and zones are answered, how deep, and what of them.
import { may } from '../access/index.ts';
import { invalid, invalidKey } from '../errors.ts';
import {
  componentOf,
  typeOf,
  type Attribute,
  type ComponentAttribute,
  type DynamicZoneAttribute,
  type MorphAttribute,
  type RelationAttribute,
} from '../schema/index.ts';
import { allFields, readFields } from './fields.ts';
import { readFilters } from './filters.ts';
import { merge, type Entries } from './populate-tree.ts';
import type { Holder, Scope } from './scope.ts';
import { readSort } from './sort.ts';
import { below, booleanOf, isBranch, type Branch, type Tree } from './tree.ts';
import type { Populate, Selection } from './types.ts';

const param = 'populate';
const localizations = 'localizations';

type Populatable = RelationAttribute | MorphAttribute | ComponentAttribute | DynamicZoneAttribute;

const populatable = (attribute: Attribute | undefined): attribute is Populatable =>
  attribute !== undefined && attribute.kind !== 'scalar' && !attribute.private;

/** The keys an entry may have, by what it populates. */
const keys: Record<Populatable['kind'] | 'part', ReadonlySet<string>> = {
  relation: new Set(['fields', 'filters', 'sort', 'populate', 'count']),
  component: new Set(['fields', 'filters', 'sort', 'populate']),
  morph: new Set(['on', 'fields', 'populate']),
  dynamiczone: new Set(['on', 'populate', 'fields']),
  part: new Set(['fields', 'populate', 'filters', 'sort']),
};

class PopulateReader {
  private readonly scope: Scope;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** What is answered of one type or component; `tree` is its populate, `path` where it stands. */
  select(fields: Tree | undefined, tree: Tree | undefined, holder: Holder, path: string): Selection {
    return {
      fields: readFields(fields, holder, this.scope, path === '' ? 'fields' : param),
      populate: this.entries(merge(tree, path), holder, path),
    };
  }

  private entries({ star, entries }: Entries, holder: Holder, path: string): readonly Populate[] {
    const localized = 'localized' in holder && holder.localized;
    for (const name of entries.keys())
      if (!populatable(holder.attributes.get(name)) && !(localized && name === localizations))
        throw invalidKey(name, below(path, name), 'query', param);

    const own = [...holder.attributes.values()].filter(populatable).flatMap((attribute): readonly Populate[] => {
      const entry = entries.get(attribute.name) ?? (star ? true : undefined);
      return entry === undefined || entry === false
        ? []
        : this.one(attribute, entry === true ? {} : entry, below(path, attribute.name));
    });
    const entry = entries.get(localizations) ?? (star ? true : undefined);
    if (!localized || entry === undefined || entry === false) return own;
    const given = entry === true ? {} : entry;
    const at = below(path, localizations);
    this.check(given, keys.part, at);
    return [...own, { kind: localizations, select: this.select(given.fields, given.populate, holder, at) }];
  }

  private one(attribute: Populatable, given: Branch, path: string): readonly Populate[] {
    this.check(given, keys[attribute.kind], path);
    switch (attribute.kind) {
      case 'relation': {
        if (attribute.type === 'relation' && !may(this.scope.caller, 'find', attribute.target)) return [];
        const target = typeOf(this.scope.schema, attribute.target);
        return [
          {
            kind: 'relation',
            attribute,
            target,
            count: this.flag(given.count, below(path, 'count')),
            ...this.subset(given, target),
            select: this.select(given.fields, given.populate, target, path),
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
            ...this.subset(given, component),
            select: this.select(given.fields, given.populate, component, path),
          },
        ];
      }
      case 'dynamiczone':
        return [
          {
            kind: 'zone',
            attribute,
            on: this.parts(given, attribute.components, path, (uid) => componentOf(this.scope.schema, uid)),
          },
        ];
      case 'morph': {
        const found = [...this.scope.schema.types.keys()].filter((uid) => may(this.scope.caller, 'find', uid));
        return [
          { kind: 'morph', attribute, on: this.parts(given, found, path, (uid) => typeOf(this.scope.schema, uid)) },
        ];
      }
    }
  }

  /** `on` chooses and says what of each; without it every part is answered alike. */
  private parts(
    given: Branch,
    uids: readonly string[],
    path: string,
    holderOf: (uid: string) => Holder,
  ): ReadonlyMap<string, Selection> {
    const on = given.on;
    if (on === undefined) {
      return new Map(uids.map((uid) => [uid, this.part(given, holderOf(uid), path)]));
    }
    const at = below(path, 'on');
    if (!isBranch(on)) throw invalid(`Invalid value at ${param}.${at}`, { path: at });
    return new Map(
      Object.entries(on).map(([uid, tree]) => {
        const where = below(at, uid);
        if (!uids.includes(uid)) throw invalidKey(uid, where, 'query', param);
        const entry = isBranch(tree) ? tree : tree === '*' ? { populate: '*' } : {};
        this.check(entry, keys.part, where);
        return [uid, this.select(entry.fields, entry.populate, holderOf(uid), where)];
      }),
    );
  }

  /** One part of a zone populated as a whole: of what the entry names, what this part has. */
  private part(given: Branch, holder: Holder, path: string): Selection {
    const { star, entries } = merge(given.populate, path);
    const known = new Map([...entries].filter(([name]) => populatable(holder.attributes.get(name))));
    return { fields: allFields(holder, this.scope), populate: this.entries({ star, entries: known }, holder, path) };
  }

  private subset(given: Branch, holder: Holder): Pick<Extract<Populate, { kind: 'relation' }>, 'filter' | 'sort'> {
    return {
      filter: readFilters(given.filters, holder, this.scope, param),
      sort: readSort(given.sort, holder, this.scope, param),
    };
  }

  private flag(tree: Tree | undefined, path: string): boolean {
    if (tree === undefined) return false;
    const value = booleanOf(tree);
    if (value === undefined) throw invalid(`Invalid value at ${param}.${path}, expected true or false`, { path });
    return value;
  }

  private check(given: Branch, allowed: ReadonlySet<string>, path: string): void {
    for (const key of Object.keys(given)) if (!allowed.has(key)) throw invalidKey(key, path, 'query', param);
  }
}

/**
 * @param fields the `fields` parameter, `tree` the `populate` parameter, as they came; undefined when not given
 * @returns what is answered of a document; relations that the caller may not find are left out
 * @throws ApiError 400 for a name or key that is unknown, at any depth
 */
export const readSelection = (
  fields: Tree | undefined,
  tree: Tree | undefined,
  holder: Holder,
  scope: Scope,
): Selection => new PopulateReader(scope).select(fields, tree, holder, '');
