// Formats stored scalars as the API returns them. JSON.stringify writes dates as ISO text.
import type { ScalarAttribute } from '../../schema/index.ts';

/** Formats a time as PostgreSQL, and so Strapi, does: the fraction without trailing zeros, or no fraction. */
const formatTime = (text: string): string => text.replace(/(\.\d{0,2}?)0{1,3}$/, '$1').replace(/\.$/, '');

/** @returns a stored value as Strapi returns it; null when it is absent */
export const formatScalar = (value: unknown, { type }: ScalarAttribute): unknown => {
  if (value === undefined || value === null) return null;
  if (type === 'biginteger') return (value as number | bigint).toString(); // stored only as one of these types
  if (type === 'time' && typeof value === 'string') return formatTime(value);
  if (type === 'timestamp' && value instanceof Date) return String(value.getTime());
  return value;
};
