// Converts between the API's dates and times and those of the browser's inputs, which are in the user's time zone.

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

const withoutZeros = (hours: number, minutes: number, seconds: number, milliseconds: number): string => {
  const time = `${pad(hours)}:${pad(minutes)}`;
  if (milliseconds > 0) return `${time}:${pad(seconds)}.${pad(milliseconds, 3)}`;
  return seconds > 0 ? `${time}:${pad(seconds)}` : time;
};

/** @returns the value of an input `datetime-local` in the user's time zone; empty for what is no instant */
export const toLocalDateTime = (instant: string | null | undefined): string => {
  const date = new Date(instant ?? NaN);
  if (Number.isNaN(date.getTime())) return '';
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${withoutZeros(date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds())}`;
};

/** @returns the instant in UTC; null for an empty text */
export const fromLocalDateTime = (text: string): string | null => {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
};

/** @param time of the API: `09:30:00.000` @returns the value of an input `time` */
export const toInputTime = (time: string | null | undefined): string =>
  time?.replace(/\.0+$/, '').replace(/^(\d\d:\d\d):00$/, '$1') ?? '';

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
