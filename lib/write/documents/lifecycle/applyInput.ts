// Applies a checked body to a version. Pure, so that a write can be computed again when another came first.
import type { CheckedComponent, CheckedInput, LinkEdit, TargetRef } from '../../input/index.ts';
import {
  componentOf,
  type Attribute,
  type Attributes,
  type MorphAttribute,
  type RelationAttribute,
  type Schema,
} from '../../../schema/index.ts';
import { applyLinks, singleLinkOf, type LinkContext } from '../links/applyLinks.ts';
import { keepHiddenLinks, type IsHidden } from '../links/hiddenLinks.ts';
import { keptPasswords, type StoredComponents } from '../values/storedComponents.ts';
import { componentsOf, linksOf, newComponentId, type Link, type StoredComponent } from '../../../platform/db/index.ts';

export interface EditContext extends LinkContext {
  readonly schema: Schema;
  /** The path of the input in the body. */
  readonly path: readonly string[];
  /** Replaced components keep links to hidden documents. undefined: nothing is hidden. */
  readonly isHidden?: IsHidden | undefined;
  /** The components that ids in the body can name. undefined: none, all are new. */
  readonly components?: StoredComponents | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * @param before the attributes before the edit
 * @param input the attributes in the body; others are unchanged
 * @param replaced the stored values that the attributes replace: those of a component are not the ones before the edit
 * @returns the attributes after the edit; relations whose links the other side stores are not included
 */
export const applyInput = (
  before: Values,
  input: CheckedInput,
  attributes: Attributes,
  context: EditContext,
  replaced: Values = before,
): Values => {
  const after: Record<string, unknown> = { ...before };
  for (const [name, edit] of input) {
    const attribute = attributes.get(name);
    switch (edit.kind) {
      case 'scalar':
        after[name] = edit.value;
        break;
      case 'component':
        after[name] = withHiddenLinks(
          context,
          attribute,
          before[name],
          edit.value === null
            ? null
            : component(
                edit.value,
                false,
                { ...context, path: [...context.path, name] },
                componentsOf(replaced[name])[0],
              ),
        );
        break;
      case 'components':
        after[name] = withHiddenLinks(
          context,
          attribute,
          before[name],
          edit.value.map((value, index) =>
            component(value, attribute?.kind === 'dynamiczone', {
              ...context,
              path: [...context.path, name, String(index)],
            }),
          ),
        );
        break;
      case 'links':
        if (attribute?.kind === 'morph' || (attribute?.kind === 'relation' && attribute.side.holds === 'links'))
          after[name] = editLinks(before[name], edit.edit, attribute, [...context.path, name], context);
    }
  }
  return after;
};

/** The new value of an attribute of components, with the hidden links of the stored one. */
const withHiddenLinks = (
  { schema, isHidden }: EditContext,
  attribute: Attribute | undefined,
  before: unknown,
  after: unknown,
): unknown =>
  isHidden === undefined || attribute === undefined
    ? after
    : keepHiddenLinks({ schema, isHidden }, attribute, before, after);

/**
 * A component is replaced completely, except for its id and its passwords.
 *
 * @param only the stored component, if the attribute holds one only: it stays the same, with or without its id in the body
 */
const component = (
  { uid, id, values }: CheckedComponent,
  inZone: boolean,
  context: EditContext,
  only?: StoredComponent,
): StoredComponent => {
  const named = id === undefined ? undefined : context.components?.find(context.path, uid, id);
  const stored = named ?? only;
  const kept = stored === undefined ? {} : keptPasswords(context.schema, uid, stored);
  return {
    ...(inZone ? { __component: uid } : {}),
    id: stored?.id ?? newComponentId(),
    ...applyInput(kept, values, componentOf(context.schema, uid).attributes, context, stored ?? {}),
  };
};

const editLinks = (
  before: unknown,
  edit: LinkEdit,
  attribute: RelationAttribute | MorphAttribute,
  path: readonly string[],
  context: LinkContext,
): readonly Link[] | Link | null => {
  const links = linksOf(before);
  const uid = attribute.kind === 'relation' ? attribute.target : undefined;
  const after = applyLinks(links, edit, uid, path, context);
  return attribute.many ? after : (singleLinkOf(links, after) ?? null);
};

/** @returns every target that a body names, at any depth */
export const targetsOf = (
  input: CheckedInput,
  attributes: Attributes,
  schema: Schema,
  at: readonly string[] = [],
): readonly TargetReference[] => {
  const targets: TargetReference[] = [];
  const addIn = ({ uid, values }: CheckedComponent, path: readonly string[]): void => {
    targets.push(...targetsOf(values, componentOf(schema, uid).attributes, schema, path));
  };
  for (const [name, edit] of input)
    switch (edit.kind) {
      case 'scalar':
        break;
      case 'component':
        if (edit.value !== null) addIn(edit.value, [...at, name]);
        break;
      case 'components':
        for (const [index, value] of edit.value.entries()) addIn(value, [...at, name, String(index)]);
        break;
      case 'links': {
        const attribute = attributes.get(name);
        const uid = attribute?.kind === 'relation' ? attribute.target : undefined;
        const allowed = attribute?.kind === 'relation' ? attribute.allowedTypes : undefined;
        for (const named of refsOf(edit.edit))
          targets.push({
            ...named,
            uid: named.ref.type ?? uid ?? '',
            path: [...at, name],
            ...(allowed === undefined ? {} : { allowed }),
          });
      }
    }
  return targets;
};

/** A target that the body names, with its path there. A target to disconnect may be absent. */
export interface TargetReference {
  readonly uid: string;
  readonly ref: TargetRef;
  readonly path: readonly string[];
  readonly mayBeAbsent: boolean;
  /** The allowed kinds of media; undefined: all. */
  readonly allowed?: readonly string[];
}

const refsOf = (edit: LinkEdit): readonly Pick<TargetReference, 'ref' | 'mayBeAbsent'>[] => {
  const required =
    edit.kind === 'set'
      ? edit.targets
      : edit.connect.flatMap(({ target, position }) => ('target' in position ? [target, position.target] : [target]));
  return [
    ...required.map((ref) => ({ ref, mayBeAbsent: false })),
    ...(edit.kind === 'set' ? [] : edit.disconnect.map((ref) => ({ ref, mayBeAbsent: true }))),
  ];
};
