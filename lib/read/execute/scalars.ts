// Scalars as they are answered. Dates become ISO text with the JSON.
import type { ScalarAttribute } from '../../schema/index.ts';

/** As PostgreSQL writes a time, and so Strapi answers it: a fraction only where there is one, without its last zeros. */
const timeOf = (text: string): string => text.replace(/(\.\d{0,2}?)0{1,3}$/, '$1').replace(/\.$/, '');

/** A stored value of the attribute, as Strapi answers it; null where there is none. */
export const scalarOf = (value: unknown, { type }: ScalarAttribute): unknown => {
  if (value === undefined || value === null) return null;
  if (type === 'biginteger') return (value as number | bigint).toString(); // no other is stored for it
  if (type === 'time' && typeof value === 'string') return timeOf(value);
  if (type === 'timestamp' && value instanceof Date) return String(value.getTime());
  return value;
};
