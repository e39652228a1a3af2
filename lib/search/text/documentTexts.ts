// Collects the text of a document's searched attributes.
import {
  hasText,
  isObject,
  searchedAttributes,
  type Attribute,
  type ContentType,
  type Schema,
} from '../../schema/index.ts';
import { componentAttributes, componentsOf } from '../../platform/db/index.ts';
import type { AttributeText } from '../types.ts';
import { textOfBlocks, textOfMarkdown } from './plainText.ts';
import { readWords } from './readWords.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * How many characters of a document the index has, in the order of the attributes: about 80,000 words. So each document fits
 * into a transaction and into MongoDB's 16 MB. Before Markdown becomes text, its signs count as well.
 */
const maxIndexedLength = 500_000;

/**
 * How many different words of a document the index has, so that a few documents cannot fill the dictionary. Books and manuals of 500,000
 * characters have 900 to 6,500; texts in languages with many forms (Finnish, Hungarian, Russian) 9,000 to 11,000.
 */
export const maxDistinctWords = 20_000;

/** The text of an attribute, as people read it. */
export interface PlainText {
  readonly attribute: string;
  readonly weight: number;
  /** Parts of the attribute, such as components, are lines. */
  readonly text: string;
}

/** In a component, the values of enumerations are mostly settings, such as `left`. */
const isReadInComponent = (attribute: Attribute): boolean =>
  !attribute.private &&
  attribute.type !== 'enumeration' &&
  hasText(attribute.type) &&
  !(attribute.kind === 'scalar' && attribute.searchable === false);

const textOfComponents = (attribute: Attribute, value: unknown, schema: Schema, maxLength: number): string =>
  componentsOf(value)
    .filter(isObject) // a value of an import may not fit
    .map((component) =>
      [...componentAttributes(schema, attribute, component).values()]
        .filter(isReadInComponent)
        .map((inner) => textOfValue(inner, component[inner.name], schema, maxLength))
        .filter((text) => text !== '')
        .join('\n'),
    )
    .filter((text) => text !== '')
    .join('\n');

const textOfValue = (attribute: Attribute, value: unknown, schema: Schema, maxLength: number): string => {
  if (value === undefined || value === null) return '';
  if (attribute.kind === 'component' || attribute.kind === 'dynamiczone')
    return textOfComponents(attribute, value, schema, maxLength);
  if (attribute.type === 'blocks') return textOfBlocks(value);
  if (typeof value !== 'string') return '';
  const text = value.slice(0, maxLength);
  return attribute.type === 'richtext' ? textOfMarkdown(text) : text;
};

/**
 * Collects the text of the attributes that `searchedAttributes` names, for excerpts.
 *
 * @param version a stored version, or its attributes in that form; an attribute that is left out has no text
 * @param maxLength how many characters are read of all attributes together
 * @returns those that have text, in the order of `searchedAttributes`
 */
export const plainTexts = (
  type: ContentType,
  version: Values,
  schema: Schema,
  maxLength: number,
): readonly PlainText[] => {
  let rest = maxLength;
  return [...searchedAttributes(type)].flatMap(([name, weight]) => {
    const attribute = type.attributes.get(name);
    if (attribute === undefined || rest === 0) return [];
    const text = textOfValue(attribute, version[name], schema, rest).slice(0, rest);
    rest -= text.length;
    return text === '' ? [] : [{ attribute: name, weight, text }];
  });
};

/** Ends a document where it has too many different words. Those of the attributes with the highest weights come first. */
const limitWords = (texts: readonly AttributeText[]): readonly AttributeText[] => {
  if (texts.reduce((sum, { words }) => sum + words.length, 0) <= maxDistinctWords) return texts;
  const distinct = new Set<string>();
  return texts
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ weight, words }) => {
      const end = words.findIndex((word) => distinct.add(word).size > maxDistinctWords);
      return { weight, words: end < 0 ? words : words.slice(0, end) };
    })
    .filter(({ words }) => words.length > 0);
};

/**
 * Reads the words of the attributes that `searchedAttributes` names, for the index.
 *
 * @param version a stored version
 * @param locale of the document, or of the site for a type that is not localized; null: the language is not known
 */
export const documentTexts = (
  type: ContentType,
  version: Values,
  schema: Schema,
  locale: string | null,
): readonly AttributeText[] =>
  limitWords(
    plainTexts(type, version, schema, maxIndexedLength).flatMap(({ weight, text }) => {
      const words = readWords(text, locale).map((word) => word.text);
      return words.length === 0 ? [] : [{ weight, words }];
    }),
  );
