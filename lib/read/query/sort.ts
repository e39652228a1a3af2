// Reads `sort`: `a:desc,b`, lists, objects, and paths through relations and components.
import { invalid } from '../../errors.ts';
import {
  componentOf,
  draftStatusAttribute,
  isContentType,
  typeOf,
  updatedAtAttribute,
  type Attribute,
  type AttributeHolder,
} from '../../schema/index.ts';
import { tooDeepError, attributeOf, scopeInside, visibleNames, type Scope } from './scope.ts';
import { refuseComputed } from './refuseComputed.ts';
import { joinPath, isBranch, isList, type ErrorLocation, type Tree } from './tree.ts';
import type { Direction, SortKey } from './types.ts';
import { unknownKey } from './unknownKey.ts';

const directions = ['asc', 'desc'] as const;

const directionOf = (tree: Tree): Direction => {
  const direction = directions.find((one) => tree === one || tree === one.toUpperCase());
  if (direction === undefined) throw invalid('Invalid order. order can only be one of asc|desc|ASC|DESC');
  return direction;
};

/** Documents that are read as drafts with `view=edit` have a status. */
const statusIn = (holder: AttributeHolder, { editView, status }: Scope): Attribute | undefined =>
  editView && status === 'draft' && isContentType(holder) && holder.draftAndPublish ? draftStatusAttribute : undefined;

/** An index has the status with the time of the last change: a sort by the status is by both. */
const withLastChange = (key: SortKey): readonly SortKey[] =>
  key.attribute === draftStatusAttribute ? [key, { ...key, attribute: updatedAtAttribute }] : [key];

const pathOf = ({ through, attribute }: SortKey): string => [...through, attribute].map(({ name }) => name).join('.');

/** Of keys with the same path, the first counts: the others would not change the order, and a cursor has one value for each. */
const withoutRepeated = (keys: readonly SortKey[]): readonly SortKey[] => {
  const first = new Map<string, SortKey>();
  for (const key of keys) if (!first.has(pathOf(key))) first.set(pathOf(key), key);
  return [...first.values()];
};

/** What the reader knows at one point of a path: the holder whose attributes come next. */
interface SortPathContext {
  readonly scope: Scope;
  readonly holder: AttributeHolder;
  readonly through: SortKey['through'];
  readonly path: string;
}

class SortReader {
  private readonly param: string;

  constructor(param: string) {
    this.param = param;
  }

  read(tree: Tree, place: SortPathContext): readonly SortKey[] {
    if (isList(tree)) return tree.flatMap((part) => this.read(part, place));
    if (isBranch(tree)) return Object.entries(tree).flatMap(([name, value]) => this.entry(name, value, place));
    return (tree ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => this.text(part, place));
  }

  private entry(name: string, value: Tree, place: SortPathContext): readonly SortKey[] {
    const attribute = this.find(name, place);
    return attribute.kind === 'scalar'
      ? [{ through: place.through, attribute, direction: directionOf(value) }]
      : this.read(value, this.step(attribute, name, place));
  }

  /** `chef.name:desc` */
  private text(text: string, place: SortPathContext): SortKey {
    const colon = text.indexOf(':');
    const names = (colon < 0 ? text : text.slice(0, colon)).split('.');
    const last = names.pop() ?? '';
    const end = names.reduce((at, name) => this.step(this.find(name, at), name, at), place);
    const attribute = this.find(last, end);
    if (attribute.kind !== 'scalar') throw this.fault(last, joinPath(end.path, last));
    return { through: end.through, attribute, direction: colon < 0 ? 'asc' : directionOf(text.slice(colon + 1)) };
  }

  private find(name: string, { holder, scope, path }: SortPathContext): Attribute {
    const attribute = name === draftStatusAttribute.name ? statusIn(holder, scope) : attributeOf(scope, holder, name);
    if (attribute === undefined) {
      refuseComputed(holder, name, path, this.param);
      throw unknownKey(name, path, this.param, visibleNames(scope, holder));
    }
    if (attribute.kind === 'scalar' && (attribute.value === 'json' || attribute.value === 'blocks'))
      throw this.fault(name, joinPath(path, name));
    return attribute;
  }

  private fault(name: string, path: string): Error {
    return unknownKey(name, path, this.param);
  }

  private step(attribute: Attribute, name: string, { scope, through, path }: SortPathContext): SortPathContext {
    const at = joinPath(path, name);
    if (through.length >= scope.limits.maxDepth) throw tooDeepError(this.param, at, scope.limits);
    if (attribute.kind === 'relation' || attribute.kind === 'component') {
      const holder =
        attribute.kind === 'relation'
          ? typeOf(scope.schema, attribute.target)
          : componentOf(scope.schema, attribute.component);
      return { holder, scope: scopeInside(scope, attribute), through: [...through, attribute], path: at };
    }
    throw this.fault(name, at);
  }
}

/**
 * @param tree the parsed parameter; undefined when it is absent
 * @param site the location of the parameter, for errors: it may be inside a populate
 * @returns the sort keys, most significant first; empty when the parameter is empty
 * @throws ApiError 400 for an invalid direction, or a path that does not end at a value that the caller may see
 */
export const readSort = (
  tree: Tree | undefined,
  holder: AttributeHolder,
  scope: Scope,
  { param, path }: ErrorLocation = { param: 'sort', path: '' },
): readonly SortKey[] =>
  withoutRepeated(
    new SortReader(param).read(tree ?? null, { holder, scope, through: [], path }).flatMap(withLastChange),
  );
