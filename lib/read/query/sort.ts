// Reads `sort`: `a:desc,b`, lists, objects, and paths through relations and components.
import { invalid, invalidKey } from '../../errors.ts';
import {
  componentOf,
  draftStatusAttribute,
  isContentType,
  systemAttributes,
  typeOf,
  type Attribute,
  type AttributeHolder,
} from '../../schema/index.ts';
import { tooDeepError, attributeOf, scopeInside, type Scope } from './scope.ts';
import { refuseComputed } from './refuseComputed.ts';
import { joinPath, isBranch, isList, type ErrorLocation, type Tree } from './tree.ts';
import type { Direction, SortKey } from './types.ts';

const directions: ReadonlyMap<string, Direction> = new Map([
  ['asc', 'asc'],
  ['ASC', 'asc'],
  ['desc', 'desc'],
  ['DESC', 'desc'],
]);

const directionOf = (tree: Tree): Direction => {
  const direction = typeof tree === 'string' ? directions.get(tree) : undefined;
  if (direction === undefined) throw invalid('Invalid order. order can only be one of asc|desc|ASC|DESC');
  return direction;
};

/** Whether the documents of the holder are read as drafts with `view=edit`, and have a status. */
const hasStatus = (holder: AttributeHolder, { editView, status }: Scope): boolean =>
  editView === true && status === 'draft' && isContentType(holder) && holder.draftAndPublish;

/** An index has the status with the time of the last change: a sort by the status is by both. */
const withLastChange = (key: SortKey): readonly SortKey[] => {
  if (key.attribute !== draftStatusAttribute) return [key];
  const updatedAt = systemAttributes({ localized: false }).find(({ name }) => name === 'updatedAt');
  return updatedAt === undefined ? [key] : [key, { ...key, attribute: updatedAt }];
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
    const attribute = this.attribute(name, place);
    return attribute.kind === 'scalar'
      ? [{ through: place.through, attribute, direction: directionOf(value) }]
      : this.read(value, this.step(attribute, name, place));
  }

  /** `chef.name:desc` */
  private text(text: string, place: SortPathContext): SortKey {
    const colon = text.indexOf(':');
    const names = (colon < 0 ? text : text.slice(0, colon)).split('.');
    const last = names.pop() ?? '';
    const end = names.reduce((at, name) => this.step(this.attribute(name, at), name, at), place);
    const attribute = this.attribute(last, end);
    if (attribute.kind !== 'scalar') throw invalidKey(last, joinPath(end.path, last), 'query', this.param);
    return { through: end.through, attribute, direction: colon < 0 ? 'asc' : directionOf(text.slice(colon + 1)) };
  }

  private attribute(name: string, { holder, scope, path }: SortPathContext): Attribute {
    const isStatus = name === draftStatusAttribute.name && hasStatus(holder, scope);
    const attribute = isStatus ? draftStatusAttribute : attributeOf(scope, holder, name);
    if (attribute === undefined) {
      refuseComputed(holder, name, path, this.param);
      throw invalidKey(name, path, 'query', this.param);
    }
    if (attribute.kind === 'scalar' && (attribute.value === 'json' || attribute.value === 'blocks'))
      throw invalidKey(name, joinPath(path, name), 'query', this.param);
    return attribute;
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
    throw invalidKey(name, at, 'query', this.param);
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
  tree === undefined
    ? []
    : new SortReader(param).read(tree, { holder, scope, through: [], path }).flatMap(withLastChange);
