// Reads a scalar of an archive into its stored form.
import type { ScalarAttribute } from '../../schema/index.ts';
import { coerce } from './coerce.ts';

/** The furthest time of a Date (ECMAScript, Time Values and Time Range). */
const maxTime = 8.64e15;

/**
 * @returns the stored form of the value; a value that has none comes back as it is, and `checkVersion` and `checkDraft`
 *   refuse it
 */
export const storedScalar = ({ type, value: kind }: ScalarAttribute, value: unknown): unknown => {
  const canonical = coerce[type](value);
  if (kind === 'datetime' && typeof canonical === 'number' && Math.abs(canonical) <= maxTime)
    return new Date(canonical);
  if (kind === 'biginteger' && typeof canonical === 'string' && /^-?\d{1,40}$/.test(canonical))
    return BigInt(canonical);
  return canonical;
};
