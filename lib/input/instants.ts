// ISO 8601 text to a point in time.
import { day } from './patterns.ts';

const iso =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;
const existing = new RegExp(day);

const zone = (text: string): string => {
  if (text === 'Z' || text.length === 6) return text;
  return text.length === 3 ? `${text}:00` : `${text.slice(0, 3)}:${text.slice(3)}`;
};

/**
 * Without an offset the time is UTC, as on the reference; what is missing at the end is the earliest.
 *
 * @param text `2024`, `2024-01`, `2024-01-02`, `2024-01-02T10`, … `2024-01-02T10:00:00.123+02:00`
 * @returns milliseconds since 1970, or undefined when the text is none of these or the day or time does not exist
 */
export const instantOf = (text: string): number | undefined => {
  const found = iso.exec(text);
  if (found === null) return undefined;
  const [, year = '', month = '01', date = '01', hours = '00', minutes = '00', seconds = '00', fraction = '0'] = found;
  const on = `${year}-${month}-${date}`;
  if (!existing.test(on)) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const time = Date.parse(`${on}T${hours}:${minutes}:${seconds}.${milliseconds}${zone(found[8] ?? 'Z')}`);
  return Number.isNaN(time) ? undefined : time;
};
