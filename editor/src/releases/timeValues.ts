// The values of the inputs of a moment, and what the API takes and answers of them.
import { momentOf } from '../../../lib/releases/zonedTimes.ts';

export interface TimeValues {
  /** `2040-07-01`; empty: none is chosen. */
  readonly date: string;
  /** `10:00` */
  readonly time: string;
  readonly timezone: string;
}

export const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The values for a plan that exists, or for a new one: a time of the user's own zone. */
export const timeValuesOf = ({
  localTime,
  timezone,
}: {
  localTime: string | null;
  timezone: string | null;
}): TimeValues => {
  const [date = '', time = ''] = (localTime ?? '').split('T');
  return { date, time: time.slice(0, 5), timezone: timezone ?? ownTimezone() };
};

export const noTime = (): TimeValues => timeValuesOf({ localTime: null, timezone: null });

/** @returns the time as the API takes it; undefined while a part is missing */
export const plannedTimeOf = ({ date, time, timezone }: TimeValues) =>
  date === '' || time === '' ? undefined : { scheduledAt: `${date}T${time.slice(0, 5)}`, timezone };

/** @returns the moment, by the rules of the browser; undefined while a part is missing */
export const momentIn = (values: TimeValues): Date | undefined => {
  const planned = plannedTimeOf(values);
  return planned && momentOf({ localTime: planned.scheduledAt, timezone: planned.timezone });
};

/** All names of time zones that the browser knows, with `known`, which may be an older name. */
export const timezones = (known: string): readonly string[] => [
  ...new Set([known, ownTimezone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];
