// Converts every form of populate (`*`, `deep`, `a,b.c`, lists, objects) to one entry for each name, and checks the
// keys of an entry.
import { unknownKey } from './unknownKey.ts';
import { joinPath, booleanOf, isBranch, isList, listOf, type Branch, type Tree } from './tree.ts';
import type {
  Attribute,
  ComponentAttribute,
  DynamicZoneAttribute,
  MorphAttribute,
  RelationAttribute,
} from '../../schema/index.ts';

/** The parameter's name in errors. */
export const param = 'populate';

export type Populatable = RelationAttribute | MorphAttribute | ComponentAttribute | DynamicZoneAttribute;

/** @param editView whether private attributes exist */
export const isPopulatable = (attribute: Attribute | undefined, editView = false): attribute is Populatable =>
  attribute !== undefined && attribute.kind !== 'scalar' && (!attribute.private || editView);

/**
 * The keys that an entry may have, by the kind it populates. As in Strapi, `count` has no effect on media and zones.
 */
export const allowedKeys: Record<Populatable['kind'] | 'toOne' | 'part' | 'localizations', ReadonlySet<string>> = {
  relation: new Set(['fields', 'filters', 'sort', 'populate', 'count', 'start', 'limit']),
  toOne: new Set(['fields', 'filters', 'sort', 'populate', 'count']),
  component: new Set(['fields', 'filters', 'sort', 'populate', 'count']),
  morph: new Set(['on', 'populate', 'count']),
  dynamiczone: new Set(['on', 'populate', 'count']),
  localizations: new Set(['fields', 'populate']),
  part: new Set(['fields', 'populate', 'filters', 'sort']),
};

/** Whether a key is that of a list's part that has names beside it: `populate[0]=tags&populate[country]=true`. */
const isIndex = (key: string): boolean => /^\d+$/.test(key);

/** As in Strapi, a list beside the options has no effect. @throws ApiError 400 for a key that entries of this kind do not have */
export const checkKeys = (options: Branch, allowed: ReadonlySet<string>, path: string): void => {
  for (const key of Object.keys(options))
    if (!allowed.has(key) && !isIndex(key)) throw unknownKey(key, path, param, allowed);
};

export interface PopulateEntries {
  /** Whether everything on this level is populated, beside the names. */
  readonly star: boolean;
  /** How many levels `deep` populates from here on; 0: none. */
  readonly deep: number;
  /** By name: the options of the entry, or whether it is populated at all. */
  readonly entries: ReadonlyMap<string, Branch | boolean>;
}

interface PopulateEntriesBuilder {
  star: boolean;
  readonly entries: Map<string, Branch | boolean>;
}

/** Merges two entries for one name: the keys of both, with both populates. */
const mergeEntries = (a: Branch | boolean | undefined, b: Branch | boolean): Branch | boolean => {
  if (a === undefined || typeof a === 'boolean') return typeof b === 'boolean' ? b || a === true : b;
  if (typeof b === 'boolean') return a;
  const populate = [...toList(a.populate), ...toList(b.populate)];
  return { ...a, ...b, ...(populate.length > 0 ? { populate } : {}) };
};

const toList = (tree: Tree | undefined): readonly Tree[] =>
  tree === undefined ? [] : isBranch(tree) ? [tree] : listOf(tree);

const add = (into: PopulateEntriesBuilder, name: string, entry: Branch | boolean): void => {
  if (name === '*') into.star = into.star || entry !== false;
  else into.entries.set(name, mergeEntries(into.entries.get(name), entry));
};

const addTree = (into: PopulateEntriesBuilder, tree: Tree, path: string): void => {
  if (isList(tree)) {
    for (const part of tree) addTree(into, part, path);
    return;
  }
  if (isBranch(tree)) {
    for (const [name, value] of Object.entries(tree))
      if (isIndex(name)) addTree(into, value, path);
      else add(into, name, entryOf(value, joinPath(path, name)));
    return;
  }
  for (const part of (tree ?? '').split(',')) {
    const [name, ...rest] = part.trim().split('.');
    if (name === undefined || name === '') continue;
    if (name === '*' && rest.length > 0) throw unknownKey(name, path, 'populate');
    add(into, name, rest.length > 0 ? { populate: rest.join('.') } : true);
  }
};

/** Reads an entry: `true`, `false`, `*` (which means `populate=*` inside it), or an object of options. */
export const entryOf = (tree: Tree, path: string): Branch | boolean => {
  if (isBranch(tree)) return tree;
  if (tree === '*') return { populate: '*' };
  const value = booleanOf(tree);
  if (value === undefined) throw unknownKey(typeof tree === 'string' ? tree : '', path, 'populate');
  return value;
};

/**
 * The number of levels of `deep` or `deep,4`, also as a list; undefined for anything else. As in the plugins named
 * populate-deep, the depth counts the document itself.
 */
const deepLevels = (tree: Tree | undefined, defaultDepth: number): number | undefined => {
  const text = isList(tree) && tree.every((part) => typeof part === 'string') ? tree.join(',') : tree;
  const found = defaultDepth > 0 && typeof text === 'string' ? /^deep(?:,(\d{1,6}))?$/.exec(text) : null;
  return found === null ? undefined : Number(found[1] ?? defaultDepth) - 1;
};

/**
 * @param tree a populate in any form; undefined when absent
 * @param path the dotted path of the populate, for messages
 * @param defaultDepth the depth of `deep` without a number; 0: `deep` is a name like any other
 * @throws ApiError 400 for an entry that is neither a flag nor an object
 */
export const readPopulateTree = (tree: Tree | undefined, path: string, defaultDepth: number): PopulateEntries => {
  const into: PopulateEntriesBuilder = { star: false, entries: new Map() };
  const deep = deepLevels(tree, defaultDepth);
  if (tree !== undefined && deep === undefined) addTree(into, tree, path);
  return { ...into, deep: deep ?? 0 };
};
