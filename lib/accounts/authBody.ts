// Reads the bodies of /api/auth: flat objects of strings. Error messages are Strapi's.
import { isUrlEncodedForm, type Request } from '../api/http/index.ts';
import { invalidValues, refuseFaults, type InvalidValue } from '../errors.ts';
import { wrongSecretType, wrongType, type PlainBody } from '../contracts/index.ts';
import { emailPattern, isObject } from '../schema/index.ts';
import { parseTree } from '../read/query/index.ts';
import { checkStructure } from '../write/input/index.ts';

const email = new RegExp(emailPattern);

/**
 * Reads a body that is JSON or, as in Strapi, a URL-encoded form.
 *
 * @returns as `Request.readBody`; the values of a form are texts
 * @throws ApiError as `Request.readBody` and `parseTree`
 */
export const readBodyOrForm = async ({
  headers,
  readBody,
  readText,
}: Pick<Request, 'headers' | 'readBody' | 'readText'>): Promise<unknown> =>
  isUrlEncodedForm(headers['content-type']) ? parseTree(await readText(), 'body') : readBody();

/**
 * @param body undefined and the empty text count as an empty object
 * @throws ApiError 400 if it is not an object, or contains forbidden keys or values
 */
export const readObject = (body: unknown): PlainBody => {
  if (body === undefined || body === '') return {};
  checkStructure(body);
  if (isObject(body)) return body;
  // The error does not repeat the value, which may contain a password.
  throw invalidValues([{ path: [], message: 'this must be a `object` type', value: undefined }]);
};

const faultOf = (name: string, kind: TextKind, value: unknown): InvalidValue | undefined => {
  // An object may contain a password: a client that sends the whole form as one field must not see it again.
  const isRepeated = kind !== 'secret' && (typeof value !== 'object' || value === null);
  const fault = (message: string): InvalidValue => ({ path: [name], message, value: isRepeated ? value : undefined });
  if (value === undefined || value === '') return fault(`${name} is a required field`);
  if (typeof value !== 'string')
    return isRepeated ? wrongType([name], 'string', value) : wrongSecretType([name], 'string');
  return kind === 'email' && !email.test(value) ? fault(`${name} must be a valid email`) : undefined;
};

/** A secret is a password, a token or a code. Errors never repeat it. */
type TextKind = 'text' | 'email' | 'secret';

/**
 * @param kinds the required strings, in the order of their errors
 * @returns the required strings
 * @throws ApiError 400 naming every missing or invalid one
 */
export const readTexts = <Name extends string>(
  body: PlainBody,
  kinds: Readonly<Record<Name, TextKind>>,
): Readonly<Record<Name, string>> => {
  const names = Object.entries<TextKind>(kinds);
  const faults = names.flatMap(([name, kind]) => faultOf(name, kind, body[name]) ?? []);
  refuseFaults(faults);
  return Object.fromEntries(names.map(([name]) => [name, body[name]])) as Record<Name, string>; // checked
};

/** @returns undefined if the body does not have it @throws ApiError 400 as `readTexts` */
export const readOptionalSecret = (body: PlainBody, name: string): string | undefined =>
  body[name] === undefined ? undefined : readTexts(body, { [name]: 'secret' })[name];

/** @throws ApiError 400 for other keys than these */
export const refuseOtherKeys = (body: PlainBody, names: readonly string[]): void => {
  const others = Object.keys(body).filter((key) => !names.includes(key));
  if (others.length === 0) return;
  const message = `this field has unspecified keys: ${others.join(', ')}`;
  throw invalidValues([{ path: [], message, value: undefined }]);
};
