// The bodies of /api/auth: plain objects of texts, with the reference's words for what does not fit.
import { invalidValues, type InvalidValue } from '../../errors.ts';
import { emailPattern, guard } from '../../write/input/index.ts';

export type Body = Readonly<Record<string, unknown>>;

const email = new RegExp(emailPattern);

const longest = 200;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value, null, 2);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

const wrongType = (name: string, type: string): string => `${name} must be a \`${type}\` type`;

/**
 * @param body none at all is one without keys
 * @throws ApiError 400 when it is no object, or holds what no body may
 */
export const bodyOf = (body: unknown): Body => {
  if (body === undefined || body === '') return {};
  guard(body);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body; // an object by now
  // Whatever it is, there may be a password in it.
  throw invalidValues([{ path: [], message: wrongType('this', 'object'), value: undefined }]);
};

const faultOf = (name: string, kind: Kind, value: unknown): InvalidValue | undefined => {
  const isSecret = kind === 'secret';
  const fault = (message: string): InvalidValue => ({ path: [name], message, value: isSecret ? undefined : value });
  if (value === undefined || value === '') return fault(`${name} is a required field`);
  if (typeof value !== 'string') {
    const rule = wrongType(name, 'string');
    return fault(isSecret ? rule : `${rule}, but the final value was: \`${shown(value)}\`.`);
  }
  return kind === 'email' && !email.test(value) ? fault(`${name} must be a valid email`) : undefined;
};

/** A secret is a password, a token or a code: no error repeats it. */
type Kind = 'text' | 'email' | 'secret';

/**
 * @param kinds the texts that there must be, in the order in which they are told of
 * @returns those
 * @throws ApiError 400 naming all that are missing, or none
 */
export const readTexts = <Name extends string>(
  body: Body,
  kinds: Readonly<Record<Name, Kind>>,
): Readonly<Record<Name, string>> => {
  const names = Object.entries<Kind>(kinds);
  const faults = names.flatMap(([name, kind]) => faultOf(name, kind, body[name]) ?? []);
  if (faults.length > 0) throw invalidValues(faults);
  return Object.fromEntries(names.map(([name]) => [name, body[name]])) as Record<Name, string>; // checked
};

/** @throws ApiError 400 for keys beside those */
export const refuseOthers = (body: Body, names: readonly string[]): void => {
  const others = Object.keys(body).filter((key) => !names.includes(key));
  if (others.length === 0) return;
  const message = `this field has unspecified keys: ${others.join(', ')}`;
  throw invalidValues([{ path: [], message, value: undefined }]);
};

/**
 * A new password, written twice, and what proves that it may be set.
 *
 * @throws ApiError 400 when the two are not the same, for what is missing, and for keys beside
 */
export const readNewPassword = <Proof extends string>(
  given: unknown,
  proof: Proof,
): Readonly<Record<'password' | Proof, string>> => {
  const body = bodyOf(given);
  const names = { passwordConfirmation: 'secret', password: 'secret', [proof]: 'secret' } as Readonly<
    Record<'passwordConfirmation' | 'password' | Proof, Kind>
  >; // the key is the type parameter, which TypeScript widens to string
  const texts = readTexts(body, names);
  refuseOthers(body, Object.keys(names));
  const { password, passwordConfirmation } = texts as Readonly<Record<string, string>>; // two of them
  if (password !== passwordConfirmation) {
    const message = 'Passwords do not match';
    throw invalidValues([{ path: ['passwordConfirmation'], message, value: undefined }]);
  }
  return texts;
};
