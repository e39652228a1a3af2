// Reads dates, times and datetimes from the texts of bodies and queries, and declares the forms that are stored.

/** The pattern of a stored date: yyyy-MM-dd, an existing day, years 0001 to 9999. */
export const datePattern =
  '^(?!0000)(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))' +
  '|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$';

/** The pattern of a stored time: HH:mm:ss.SSS. */
export const timePattern = '^(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}$';

const isoPattern =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;
const existingDay = new RegExp(datePattern);
const timeOfDay = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/;

/** Four digits are a year; any other number of digits is milliseconds. */
const epochPattern = /^(?!\d{4}$)-?\d{1,17}$/;

const normalizeOffset = (text: string): string => {
  if (text === 'Z' || text.length === 6) return text;
  return text.length === 3 ? `${text}:00` : `${text.slice(0, 3)}:${text.slice(3)}`;
};

/**
 * Reads ISO 8601. A time without an offset is UTC, as in Strapi; missing parts get their earliest value.
 *
 * @param text `2024`, `2024-01`, `2024-01-02`, `2024-01-02T10`, … `2024-01-02T10:00:00.123+02:00`
 * @returns milliseconds since 1970; undefined if the text has another form, or the day or time does not exist
 */
const parseInstant = (text: string): number | undefined => {
  const found = isoPattern.exec(text);
  if (found === null) return undefined;
  const [, year = '', month = '01', date = '01', hours = '00', minutes = '00', second = '00', fraction = '0'] = found;
  const on = `${year}-${month}-${date}`;
  if (!existingDay.test(on)) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const time = Date.parse(`${on}T${hours}:${minutes}:${second}.${milliseconds}${normalizeOffset(found[8] ?? 'Z')}`);
  return Number.isNaN(time) ? undefined : time;
};

/** @returns the date that a date or timestamp begins with, in the stored form; undefined for any other text */
export const parseDate = (text: string): string | undefined =>
  text.length >= 10 && parseInstant(text) !== undefined ? text.slice(0, 10) : undefined;

/** @returns the stored form of a time `HH:mm:ss` with up to three decimals; undefined for any other text */
export const parseTime = (text: string): string | undefined => {
  const [, seconds, fraction = ''] = timeOfDay.exec(text) ?? [];
  return seconds === undefined ? undefined : `${seconds}.${fraction.padEnd(3, '0')}`;
};

/** @returns milliseconds since 1970 of a text that is this number or ISO 8601; undefined for any other text */
export const parseDatetime = (text: string): number | undefined =>
  epochPattern.test(text) ? Number(text) : parseInstant(text);
