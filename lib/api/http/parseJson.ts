// Parses JSON that a client sent.

/**
 * A lone surrogate is not a character. It is replaced with U+FFFD, as the database would, so that answers match what
 * is stored.
 */
const replaceLoneSurrogates = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '\uFFFD') : value;

/**
 * Parses JSON of a body, or of a field of a form.
 *
 * @throws SyntaxError if it is not JSON, RangeError if it is too deeply nested to be serialized again
 */
export const parseJson = (text: string): unknown => JSON.parse(text, replaceLoneSurrogates);
