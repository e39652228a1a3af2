// Makes the text of a tool's result: short enough for a conversation, and it says what it left out.
import { isObject, type JsonObject } from '../schema/index.ts';

/** The most characters of a result; a token is about four. */
const mostCharacters = 24_000;

/** The most characters of a text that was not asked for by name: tried one after the other, until the result is short enough. */
const textLimits = [2_000, 600, 150];

const tokens = (characters: number): string => `about ${Math.ceil(characters / 4)} tokens`;

/** What only programs need. */
const unused: ReadonlySet<string> = new Set(['localizations', 'formats', 'provider', 'provider_metadata', 'hash']);

/** Documents are named by their documentId, but files by their id. */
const isUnused = (name: string, { documentId, mime }: JsonObject): boolean =>
  unused.has(name) || (name === 'id' && documentId !== undefined && mime === undefined);

/** @param whole names of attributes whose texts are not cut */
const shorten = (value: unknown, limit: number, whole: ReadonlySet<string>, name = ''): unknown => {
  if (typeof value === 'string') {
    if (value.length <= limit || whole.has(name)) return value;
    return `${value.slice(0, limit)}… [${value.length - limit} more characters, ${tokens(value.length - limit)}: name "${name}" in fields]`;
  }
  if (Array.isArray(value)) return value.map((item) => shorten(item, limit, whole, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => item !== null && !isUnused(key, value))
      .map(([key, item]) => [key, shorten(item, limit, whole, key)]),
  );
};

/**
 * @param result `items`: a list, of which as many are shown as fit
 * @param fields attributes whose texts are not cut
 * @returns JSON
 */
export const present = (
  result: Readonly<Record<string, unknown>> & { readonly items?: readonly unknown[] },
  fields: readonly string[] = [],
): string => {
  const whole = new Set(fields);
  let text = '';
  for (const limit of textLimits) {
    text = JSON.stringify(shorten(result, limit, whole));
    if (text.length <= mostCharacters) return text;
  }
  const { items, ...rest } = shorten(result, textLimits.at(-1) ?? 0, whole) as typeof result;
  if (items === undefined)
    return `${text.slice(0, mostCharacters)}… [${text.length - mostCharacters} more characters, ${tokens(text.length - mostCharacters)}: ask for fewer fields]`;
  const fitting: unknown[] = [];
  let length = JSON.stringify(rest).length;
  for (const item of items) {
    length += JSON.stringify(item).length + 1;
    if (length > mostCharacters && fitting.length > 0) break;
    fitting.push(item);
  }
  const left = items.length - fitting.length;
  return JSON.stringify({
    ...rest,
    items: fitting,
    leftOut: `${left} of this page, ${tokens(JSON.stringify(items.slice(fitting.length)).length)}: ask for fewer fields or a smaller pageSize`,
  });
};
