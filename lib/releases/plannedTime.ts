// Reads the time that a body plans.
import { invalidValues, type ApiError } from '../errors.ts';
import { timeRule, timezoneRule } from './contract.ts';
import { isTimezone, zonedTimeOf, type ZonedTime } from './zonedTimes.ts';

const fault = (name: string, rule: string, value: unknown): ApiError =>
  invalidValues([{ path: [name], message: `${name} ${rule}`, value }]);

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/;

/** Strapi's editor sends `UTC+01:00&Europe/Berlin`. */
const readTimezone = (timezone: string | null | undefined): string => {
  const name = timezone?.slice(timezone.indexOf('&') + 1) ?? '';
  if (!isTimezone(name)) throw fault('timezone', timezoneRule, timezone);
  return name;
};

/** @throws ApiError 400 for what is no time or no time zone */
export const parseTime = (scheduledAt: string | undefined, timezone: string | null | undefined): ZonedTime => {
  const match = timePattern.exec(scheduledAt ?? '');
  const [text = '', minutes = '', seconds = ':00', offset] = match ?? [];
  const wallTime = Date.parse(`${minutes}${seconds}Z`);
  // Node takes 30 February for a day in March, and no offset of a day.
  if ([wallTime, Date.parse(text)].some(Number.isNaN) || !new Date(wallTime).toISOString().startsWith(minutes))
    throw fault('scheduledAt', timeRule, scheduledAt);
  if (offset !== undefined) return zonedTimeOf(new Date(text), timezone === undefined ? 'UTC' : readTimezone(timezone));
  return { localTime: new Date(wallTime).toISOString().slice(0, -1), timezone: readTimezone(timezone) };
};

/** The planned time as a body has it. */
interface PlannedTime {
  readonly scheduledAt?: string | null;
  readonly timezone?: string | null;
}

/** @returns null: no time; undefined: the body lacks it @throws ApiError as `parseTime` */
export const readTime = ({ scheduledAt, timezone }: PlannedTime): ZonedTime | null | undefined => {
  if (scheduledAt === null) return null;
  return scheduledAt === undefined && (timezone ?? null) === null ? undefined : parseTime(scheduledAt, timezone);
};
