// Checks `options.search`: each name is an attribute that has text and that answers may contain.
import type { AttributeDefinition, Definitions, TypeDefinition } from './definition.ts';
import { didYouMean } from './didYouMean.ts';
import { hasText } from './searchedAttributes.ts';
import type { Fault } from './types.ts';

const searchFault = (
  name: string,
  attribute: AttributeDefinition,
  privateAttributes: readonly string[],
): string | undefined => {
  // First, because a password is always private.
  if (!hasText(attribute.type)) return `"${name}" is ${attribute.type}, which has no text to search`;
  return attribute.private === true || privateAttributes.includes(name)
    ? 'is private, and a search would tell of what it contains; remove it here'
    : undefined;
};

const checkTypeSearch = ({ file, search = {}, attributes, privateAttributes }: TypeDefinition): readonly Fault[] =>
  Object.keys(search).flatMap((name) => {
    const attribute = attributes.get(name);
    // The attribute itself is invalid, and another check reports it.
    if (attribute === undefined && attributes.has(name)) return [];
    const message =
      attribute === undefined
        ? `there is no attribute "${name}"${didYouMean(name, attributes.keys())}`
        : searchFault(name, attribute, privateAttributes);
    return message === undefined ? [] : [{ file, path: `options.search.${name}`, message }];
  });

export const checkSearch = (definitions: Definitions): readonly Fault[] =>
  [...definitions.types.values()].flatMap(checkTypeSearch);
