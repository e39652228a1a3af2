// Checks the custom headers of a webhook, and hides their values, which may be passwords or tokens: nothing repeats them.
import { isObject } from '../../schema/index.ts';
import { refuseFaults, type InvalidValue } from '../../errors.ts';
import { wrongSecretType } from '../../contracts/index.ts';

type HeaderValues = Readonly<Record<string, string>>;

/** Stands for a stored value, in answers and in bodies. */
const hiddenValue = '***';

const maxHeaders = 50;
const maxName = 100;
const maxValue = 4096;

/** A subset of what HTTP allows, which every HTTP client and server accepts. */
const namePattern = /^[a-z][a-z\d_-]*$/i;
const valuePattern = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers of the connection and the message, which the sender sets. */
const reservedHeaders = [
  ...['connection', 'content-encoding', 'content-length', 'content-type', 'expect', 'host', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'x-strapi-event'],
];

const isReserved = (name: string): boolean => reservedHeaders.includes(name) || /^(?:proxy|x-lectern)-/.test(name);

const nameRule = (name: string): string | undefined => {
  if (name.length > maxName) return `must have a name of at most ${maxName} characters`;
  if (!namePattern.test(name)) return 'must have a name of letters, digits, - and _, with a letter first';
  return isReserved(name.toLowerCase()) ? 'is a header that Lectern sets itself' : undefined;
};

const valueRule = (value: string): string | undefined => {
  if (value.length > maxValue) return `must be at most ${maxValue} characters`;
  return valuePattern.test(value) ? undefined : 'must be a line of ASCII, not empty and without spaces at its ends';
};

const entryFaults = (name: string, value: unknown): readonly InvalidValue[] => {
  const path = ['headers', name];
  const fault = (rule: string | undefined): readonly InvalidValue[] =>
    rule === undefined ? [] : [{ path, message: `headers.${name.slice(0, maxName)} ${rule}`, value: undefined }];
  const valueFaults = typeof value === 'string' ? fault(valueRule(value)) : [wrongSecretType(path, 'string')];
  return [...fault(nameRule(name)), ...valueFaults];
};

/** Names that repeat an earlier name, ignoring case: HTTP treats them as one header. */
const repeatedNames = (names: readonly string[]): readonly string[] => {
  const lower = names.map((name) => name.toLowerCase());
  return names.filter((_, index) => lower.indexOf(lower[index] ?? '') < index);
};

/** Faults of the `headers` of a body. */
export const headerFaults = (headers: unknown): readonly InvalidValue[] => {
  if (!isObject(headers)) return [wrongSecretType(['headers'], 'object')];
  const names = Object.keys(headers);
  if (names.length > maxHeaders)
    return [{ path: ['headers'], message: `headers must have at most ${maxHeaders} entries`, value: undefined }];
  return [
    ...names.flatMap((name) => entryFaults(name, headers[name])),
    ...repeatedNames(names).map((name) => ({
      path: ['headers', name],
      message: `headers.${name} is repeated: header names are not case-sensitive`,
      value: undefined,
    })),
  ];
};

/** The headers of an answer: nobody reads a stored value. */
export const hideValues = (headers: HeaderValues): HeaderValues =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, hiddenValue]));

/** Whether a header of a body is to keep its stored value. */
export const keepsValues = (headers: HeaderValues | undefined): boolean =>
  Object.values(headers ?? {}).includes(hiddenValue);

/**
 * @param headers of a body
 * @returns them, with stored values in the place of `***`
 * @throws ApiError 400 where no value is stored
 */
export const resolveValues = (headers: HeaderValues, stored: HeaderValues): HeaderValues => {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const faults: InvalidValue[] = [];
  const resolved = Object.entries(headers).map(([name, value]) => {
    const kept = value === hiddenValue ? known.get(name.toLowerCase()) : value;
    if (kept === undefined)
      faults.push({
        path: ['headers', name],
        message: `headers.${name} has no stored value that ${hiddenValue} could keep: write the value`,
        value: undefined,
      });
    return [name, kept ?? ''] as const;
  });
  refuseFaults(faults);
  return Object.fromEntries(resolved);
};
