// The many ways to write a populate — `*`, `a,b.c`, lists, objects — brought to one: an entry a name.
import { invalidKey } from '../../errors.ts';
import { below, booleanOf, isBranch, isList, listOf, type Branch, type Tree } from './tree.ts';

export interface Entries {
  /** Everything on this level, whatever else is named. */
  readonly star: boolean;
  /** What each name is given: its keys, or whether it is populated at all. */
  readonly entries: ReadonlyMap<string, Branch | boolean>;
}

interface Growing {
  star: boolean;
  readonly entries: Map<string, Branch | boolean>;
}

/** Both wishes for one name: keys of either, their populates side by side. */
const join = (a: Branch | boolean | undefined, b: Branch | boolean): Branch | boolean => {
  if (a === undefined || typeof a === 'boolean') return typeof b === 'boolean' ? b || a === true : b;
  if (typeof b === 'boolean') return a;
  const populate = [...listed(a.populate), ...listed(b.populate)];
  return { ...a, ...b, ...(populate.length > 0 ? { populate } : {}) };
};

const listed = (tree: Tree | undefined): readonly Tree[] =>
  tree === undefined ? [] : isBranch(tree) ? [tree] : listOf(tree);

const add = (into: Growing, name: string, entry: Branch | boolean): void => {
  if (name === '*') into.star = into.star || entry !== false;
  else into.entries.set(name, join(into.entries.get(name), entry));
};

const addTree = (into: Growing, tree: Tree, path: string): void => {
  if (isList(tree)) {
    for (const part of tree) addTree(into, part, path);
    return;
  }
  if (isBranch(tree)) {
    for (const [name, value] of Object.entries(tree)) add(into, name, entryOf(value, below(path, name)));
    return;
  }
  for (const part of (tree ?? '').split(',')) {
    const [name, ...rest] = part.trim().split('.');
    if (name === undefined || name === '') continue;
    if (name === '*' && rest.length > 0) throw invalidKey(name, path, 'query', 'populate');
    add(into, name, rest.length > 0 ? { populate: rest.join('.') } : true);
  }
};

/** `true`, `false`, `*` (as `populate=*` below it), or an object of keys. */
export const entryOf = (tree: Tree, path: string): Branch | boolean => {
  if (isBranch(tree)) return tree;
  if (tree === '*') return { populate: '*' };
  const value = booleanOf(tree);
  if (value === undefined) throw invalidKey(typeof tree === 'string' ? tree : '', path, 'query', 'populate');
  return value;
};

/**
 * @param tree a populate of any form; undefined when there is none
 * @param path where it stands, for messages
 * @throws ApiError 400 for an entry that is neither a flag nor an object
 */
export const merge = (tree: Tree | undefined, path: string): Entries => {
  const into: Growing = { star: false, entries: new Map() };
  if (tree !== undefined) addTree(into, tree, path);
  return into;
};
