// Converts between moments and what a clock on a wall of a time zone shows. Node's ICU has the rules of the zones.

const formatters = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a time zone that does not exist */
const formatterFor = (timezone: string): Intl.DateTimeFormat => {
  const formatter =
    formatters.get(timezone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: timezone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  formatters.set(timezone, formatter);
  return formatter;
};

/** Whether Node knows the time zone. */
export const isTimezone = (timezone: string): boolean => {
  try {
    formatterFor(timezone);
    return true;
  } catch {
    return false;
  }
};

/** @returns what the clock shows, as the milliseconds at which a clock in UTC shows the same */
const wallTimeAt = (moment: number, timezone: string): number => {
  const parts = new Map(
    formatterFor(timezone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, day = 1] = [parts.get('year'), parts.get('month'), parts.get('day')];
  const time = [parts.get('hour') ?? 0, parts.get('minute') ?? 0, parts.get('second') ?? 0] as const;
  return Date.UTC(year, month - 1, day, ...time, ((moment % 1_000) + 1_000) % 1_000);
};

const offsetAt = (moment: number, timezone: string): number => wallTimeAt(moment, timezone) - moment;

const dayMs = 86_400_000;

/** A moment as the person who chose it means it. */
export interface ZonedTime {
  /** What the clock shows: `2026-03-29T02:30:00.000`. */
  readonly localTime: string;
  /** A name of the time zone database: `Europe/Berlin`. */
  readonly timezone: string;
  /** The second of two moments at which the clock shows this, when it is set back. */
  readonly isLater?: true;
}

/** The moments at which the clock shows a time: one, two when it is set back, none when it is set forward. */
const momentsOf = (wallTime: number, timezone: string): readonly number[] => {
  const candidates = [wallTime - offsetAt(wallTime - dayMs, timezone), wallTime - offsetAt(wallTime + dayMs, timezone)];
  return [...new Set(candidates)]
    .filter((moment) => wallTimeAt(moment, timezone) === wallTime)
    .sort((one, other) => one - other);
};

/**
 * Computes the moment by the rules of this process. A time that the clock skips counts as if it had not been set forward: 02:30
 * becomes 03:30.
 */
export const momentOf = ({ localTime, timezone, isLater }: ZonedTime): Date => {
  const wallTime = Date.parse(`${localTime}Z`);
  const moments = momentsOf(wallTime, timezone);
  const skipped = wallTime - offsetAt(wallTime - dayMs, timezone);
  return new Date((isLater === true ? moments.at(-1) : moments[0]) ?? skipped);
};

/** The reverse of `momentOf`. */
export const zonedTimeOf = (moment: Date, timezone: string): ZonedTime => {
  const wallTime = wallTimeAt(moment.getTime(), timezone);
  const localTime = new Date(wallTime).toISOString().slice(0, -1);
  const isLater = (momentsOf(wallTime, timezone)[0] ?? moment.getTime()) < moment.getTime();
  return { localTime, timezone, ...(isLater ? { isLater } : {}) };
};
