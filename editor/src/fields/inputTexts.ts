// Converts between the API's numbers, dates and times and what people type: numbers of their language, dates and times of their zone.

/** The decimal separator of a language and region; the other one would be ambiguous. */
const separatorOf = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

const form = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** @returns null for an empty text; the text itself if it is no number, so that nothing that was typed is lost */
export const parseNumber = (text: string, locale: string): number | string | null => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const separator = separatorOf(locale);
  const plain = separator === '.' ? trimmed : trimmed.includes('.') ? '' : trimmed.replace(separator, '.');
  return form.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : text;
};

export const formatNumber = (value: number | string | null | undefined, locale: string): string =>
  typeof value === 'number' ? String(value).replace('.', separatorOf(locale)) : (value ?? '');

/** Without the seconds and milliseconds that are zero: an input does not show them. */
const withoutZeros = (text: string): string => text.replace(/\.0+$/, '').replace(/(\d\d:\d\d):00$/, '$1');

/** @returns the value of an input `datetime-local` in the user's time zone; empty for what is no instant */
export const toLocalDateTime = (instant: string | null | undefined): string => {
  const date = new Date(instant ?? NaN);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : withoutZeros(local.toISOString().slice(0, -1));
};

/** @returns the instant in UTC; null for an empty text */
export const fromLocalDateTime = (text: string): string | null => {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
};

/** @param time of the API: `09:30:00.000` @returns the value of an input `time` */
export const toInputTime = (time: string | null | undefined): string => withoutZeros(time ?? '');

/** @returns `09:30:00.000`; null for an empty text */
export const fromInputTime = (text: string): string | null => {
  const [, time = '', seconds = '00', fraction = '0'] = /^(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/.exec(text) ?? [];
  return time === '' ? null : `${time}:${seconds}.${fraction.padEnd(3, '0')}`;
};

/** @returns `Europe/Berlin, GMT+2`: the user's time zone, with its offset at the instant */
export const timeZoneAt = (instant: string | null | undefined, locale: string): string => {
  const known = new Date(instant ?? NaN);
  const date = Number.isNaN(known.getTime()) ? new Date() : known;
  const format = new Intl.DateTimeFormat(locale, { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${format.resolvedOptions().timeZone.replaceAll('_', ' ')}, ${offset}`;
};
