// Reads `fields`: the scalar attributes of the answer. `id` and `documentId` are always included.
import { invalid, invalidKey, type ApiError } from '../../errors.ts';
import { computedAttributes, type AttributeHolder, type ScalarAttribute } from '../../schema/index.ts';
import { attributeOf, systemAttributesOf, isVisible, type Scope } from './scope.ts';
import { joinPath, isBranch, listOf, formatLocation, type ErrorLocation, type Tree } from './tree.ts';

/**
 * Every scalar attribute that the caller may see, in the order of an answer: identity, own attributes, computed ones,
 * times, locale.
 */
export const allFields = (holder: AttributeHolder, scope: Scope): readonly ScalarAttribute[] => {
  const system = systemAttributesOf(scope, holder);
  const own = [...holder.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar' && isVisible(scope, attribute),
  );
  return [...system.slice(0, 2), ...own, ...computedAttributes(holder).values(), ...system.slice(2)];
};

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
  for (const name of wanted) {
    // `id` is allowed in components too, even if they have no id.
    if (name === '*' || name === 'id') continue;
    const attribute = attributeOf(scope, holder, name) ?? computedAttributes(holder).get(name);
    if (attribute?.kind !== 'scalar')
      throw invalidKey(name, attribute === undefined ? site.path : joinPath(site.path, name), 'query', site.param);
  }
  if (wanted.has('*')) return allFields(holder, scope);
  return allFields(holder, scope).filter(({ name }) => name === 'id' || name === 'documentId' || wanted.has(name));
};
