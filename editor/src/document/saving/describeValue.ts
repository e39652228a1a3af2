// Describes a value of a form as text, to compare two of them.
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { invalidJsonOf } from '../../form/jsonText.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import type { FormValue } from '../../form/types.ts';
import { withoutPasswords } from '../../form/components.ts';

/** The text of a link, of a text in blocks, or of JSON that is not valid; undefined for other objects, such as components. */
const nameOf = (value: Readonly<Record<string, unknown>>): string | undefined => {
  const { documentId, label, name, type, text } = value;
  // A component can have attributes of the same names, beside others.
  const names = typeof documentId === 'string' ? [label, name] : type === 'text' ? [text] : [];
  return [...names, invalidJsonOf(value)].find((one): one is string => typeof one === 'string');
};

interface Block {
  readonly type: string;
  readonly children: readonly Partial<Block>[];
}

const isBlock = (value: object): value is Block =>
  'type' in value && typeof value.type === 'string' && 'children' in value && Array.isArray(value.children);

/** Each item of a list is a line, those of a list in it are indented. Texts and links are parts of one. */
const describeBlock = ({ type, children }: Block, describe: (inner: FormValue) => string): string => {
  const lines = children.map((child) => {
    const text = describe(child);
    if (type !== 'list') return text;
    return child.type === 'list' ? text.replaceAll(/^/gmu, '  ') : `• ${text}`;
  });
  return lines.join(type === 'list' ? '\n' : '');
};

const identities: readonly string[] = ['__key', 'id'];

/**
 * @param hidden the keys that are left out: JSON can have the ones that identify components
 * @returns lines of text; an empty value is `–`
 */
export const describeValue = (value: FormValue, hidden = identities): string => {
  const describe = (inner: FormValue): string => describeValue(inner, hidden);
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(describe).join('\n');
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const name = nameOf(value);
  if (name !== undefined) return name;
  if (isBlock(value)) return describeBlock(value, describe);
  const entries = Object.entries(value).filter(([key]) => !hidden.includes(key));
  return entries.map(([key, inner]) => `${key}: ${describe(inner)}`).join('\n');
};

/** Describes the value of an attribute of a form. Passwords in components are not shown. */
export const describeAttribute = (
  { type, schema }: Pick<DocumentForm, 'type' | 'schema'>,
  attribute: string,
  value: FormValue,
): string =>
  describeValue(
    withoutPasswords(type, schema, { [attribute]: value })[attribute],
    type.attributes[attribute]?.type === 'json' ? [] : identities,
  );
