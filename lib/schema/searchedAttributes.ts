// Which attributes a search reads, and what a word in each counts.
import type { AttributeTypeName } from './attributeTypes.ts';
import { uids } from './builtInTypes.ts';
import { titleAttributeOf } from './titleAttribute.ts';
import type { Attribute, ContentType } from './types.ts';

const textTypes: ReadonlySet<AttributeTypeName> = new Set<AttributeTypeName>([
  'string',
  'text',
  'richtext',
  'blocks',
  'uid',
  'email',
  'enumeration',
  'component',
  'dynamiczone',
]);

/** Whether attributes of the type contain text, or components that may. */
export const hasText = (type: AttributeTypeName): boolean => textTypes.has(type);

/** The texts that name a document. An enumeration is not among them: lists filter by it. */
const shortTexts: ReadonlySet<string> = new Set<AttributeTypeName>(['string', 'uid', 'email']);

/** The highest weight that `options.search` may give. */
export const maxSearchWeight = 100;

const titleWeight = 10;
const shortTextWeight = 3;

const fileWeights: ReadonlyMap<string, number> = new Map([
  ['name', titleWeight],
  ['alternativeText', shortTextWeight],
  ['caption', shortTextWeight],
]);

const isShortText = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && !attribute.private && attribute.searchable !== false && shortTexts.has(attribute.type);

/**
 * @returns the weights, from 1 to 100, by the names of attributes: those that `options.search` names; for a type without
 *   it, which only editors search, its title and its other short texts. Never a private attribute
 */
export const searchedAttributes = ({
  uid,
  attributes,
  search,
}: Pick<ContentType, 'uid' | 'attributes' | 'search'>): ReadonlyMap<string, number> => {
  if (search !== undefined) return new Map(Object.entries(search));
  if (uid === uids.file) return fileWeights;
  const texts = [...attributes.values()].filter(isShortText);
  const title = titleAttributeOf(texts.map(({ name, type }) => [name, type]));
  return new Map(texts.map(({ name }) => [name, name === title ? titleWeight : shortTextWeight]));
};
