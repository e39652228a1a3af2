// How values of attributes with a date are written.
import type { DateTimeFormatOptions } from 'use-intl';

/** By type of the attribute. */
export const dateFormats: Readonly<Record<string, DateTimeFormatOptions>> = {
  // A date has no time zone.
  date: { dateStyle: 'medium', timeZone: 'UTC' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  timestamp: { dateStyle: 'medium', timeStyle: 'short' },
};
