// Reads `fields`: the scalar attributes of the answer; or refuses `fields` and `populate`.
import { invalid, type ApiError } from '../../errors.ts';
import {
  computedAttributes,
  isContentType,
  writerAttributes,
  type AttributeHolder,
  type ScalarAttribute,
} from '../../schema/index.ts';
import { reviewAttributes } from './reviewAttributes.ts';
import { attributeOf, systemAttributesOf, isVisible, type Scope } from './scope.ts';
import { joinPath, isBranch, listOf, formatLocation, type ErrorLocation, type Tree, parseTree } from './tree.ts';
import { unknownKey } from './unknownKey.ts';

/**
 * Every scalar attribute that the caller may see, in the order of an answer: identity, own attributes, computed ones,
 * times, locale, writers, stage and assignee.
 */
export const allFields = (holder: AttributeHolder, scope: Scope): readonly ScalarAttribute[] => {
  const system = systemAttributesOf(scope, holder).filter((attribute) => isVisible(scope, attribute));
  const own = [...holder.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar' && isVisible(scope, attribute),
  );
  const writers = scope.editView === true && isContentType(holder) ? writerAttributes : [];
  return [
    ...system.slice(0, 2),
    ...own,
    ...computedAttributes(holder).values(),
    ...system.slice(2),
    ...writers,
    ...reviewAttributes(scope, holder),
  ];
};

/** Those of them that the caller may see. */
const alwaysIncluded: ReadonlySet<string> = new Set(['id', 'documentId', 'createdBy', 'updatedBy']);

const invalidFields = (site: ErrorLocation): ApiError =>
  invalid(`The ${formatLocation(site)} parameter must be a text or a list of texts`);

/**
 * @param tree `a,b`, a list, or `*`; undefined: all fields
 * @param site the location of the parameter, for errors: it may be inside a populate
 * @throws ApiError 400 for a name that is not a scalar attribute, or that the caller may not see
 */
export const readFields = (
  tree: Tree | undefined,
  holder: AttributeHolder,
  scope: Scope,
  site: ErrorLocation = { param: 'fields', path: '' },
): readonly ScalarAttribute[] => {
  if (tree === undefined || tree === null) return allFields(holder, scope);
  if (isBranch(tree)) throw invalidFields(site);
  const names = listOf(tree).flatMap((part) => {
    if (typeof part !== 'string') throw invalidFields(site);
    return part.split(',').map((name) => name.trim());
  });
  const wanted = new Set(names);
  const all = allFields(holder, scope);
  for (const name of wanted) {
    // `id` is allowed in components too, even if they have no id.
    if (name === '*' || name === 'id' || all.some((attribute) => attribute.name === name)) continue;
    const isKnown = attributeOf(scope, holder, name) !== undefined;
    const at = isKnown ? joinPath(site.path, name) : site.path;
    throw unknownKey(name, at, site.param, isKnown ? [] : all.map((field) => field.name));
  }
  return wanted.has('*') ? all : all.filter(({ name }) => alwaysIncluded.has(name) || wanted.has(name));
};

/** @throws ApiError 400 when a query has `fields` or `populate` */
export const refuseSelection = (text: string): void => {
  const tree = parseTree(text);
  for (const param of ['fields', 'populate'])
    if (tree[param] !== undefined)
      throw invalid(`${param} is not supported here: every document is returned with its own values`, { param });
};
