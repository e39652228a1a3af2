// Reads the values of attributes, also in the forms of Entra ID that differ from RFC 7643: booleans as texts, and one value as a list.
import { isObject } from '../../schema/index.ts';
import { invalidValue, scimError } from './scimError.ts';

/** Entra ID may write one value as a list: `[{"value": "Ada"}]`. */
const singleOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && isObject(value[0]) ? value[0].value : value;

/** @throws ApiError 400 if it is neither a boolean nor the text of one */
export const readBoolean = (value: unknown, name: string): boolean => {
  const sent = singleOf(value);
  const flag = typeof sent === 'string' ? sent.toLowerCase() : sent;
  if (flag === true || flag === 'true') return true;
  if (flag === false || flag === 'false') return false;
  throw invalidValue(`${name} must be true or false`);
};

/** @throws ApiError 400 if it is no text, or a long one */
export const readText = (value: unknown, name: string): string => {
  const text = singleOf(value);
  if (typeof text === 'string' && text.trim() !== '' && text.length <= 1_000) return text;
  throw invalidValue(`${name} must be a text of at most 1000 characters`);
};

/** Names of attributes have no letter case. */
export const byLowerCase = (body: unknown): Readonly<Record<string, unknown>> => {
  if (!isObject(body)) throw scimError(400, 'The body must be an object', 'invalidSyntax');
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
};

/** @returns undefined for none @throws ApiError as `readText` */
export const optionalText = (value: unknown, name: string): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : readText(value, name);
