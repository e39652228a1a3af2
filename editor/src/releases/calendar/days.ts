// Days of a calendar, as texts: `2040-07-01`. Pure.
import { momentOf, zonedTimeOf } from '../../../../lib/releases/zonedTimes.ts';

/** `2040-07-01` */
export type Day = string;

export type Span = 'week' | 'month';

const dayMs = 86_400_000;

const numberOf = (day: Day): number => Date.parse(day) / dayMs;

const dayAt = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10);

export const isDay = (text: string | undefined): text is Day =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export const addDays = (day: Day, count: number): Day => dayAt(numberOf(day) + count);

/** The day that a clock in the time zone shows at a moment. */
export const dayOf = (moment: Date, timezone: string): Day => zonedTimeOf(moment, timezone).localTime.slice(0, 10);

/** When a day begins in a time zone. */
export const beginningOf = (day: Day, timezone: string): Date => momentOf({ localTime: `${day}T00:00`, timezone });

/** A moment for `Intl` with `timeZone: 'UTC'`. */
export const dateOf = (day: Day): Date => new Date(day);

/** @returns with which day a week begins: 1 is Monday, 7 is Sunday */
export const firstWeekday = (tag: string): number => {
  // A method in newer browsers, a property in older ones, and neither in Firefox.
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
    readonly weekInfo?: { readonly firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
};

const beginningOfWeek = (day: Day, first: number): Day => addDays(day, -((dateOf(day).getUTCDay() - first + 7) % 7));

const beginningOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

const nextMonth = (day: Day, count: number): Day => {
  const date = dateOf(beginningOfMonth(day));
  return new Date(date.setUTCMonth(date.getUTCMonth() + count)).toISOString().slice(0, 10);
};

/** A day of the next span, or of the one before it. @param count 1 or -1 */
export const moveBy = (span: Span, day: Day, count: number): Day =>
  span === 'week' ? addDays(day, 7 * count) : nextMonth(day, count);

/** The days to show, in weeks: those of the month come with the days that complete their weeks. */
export const weeksOf = (span: Span, day: Day, first: number): readonly (readonly Day[])[] => {
  const begin = beginningOfWeek(span === 'week' ? day : beginningOfMonth(day), first);
  const end = span === 'week' ? addDays(begin, 7) : nextMonth(day, 1);
  const count = Math.ceil((numberOf(end) - numberOf(begin)) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_day, index) => addDays(begin, 7 * week + index)),
  );
};

interface Plan {
  readonly scheduledAt: string;
  readonly timezone: string;
  /** What the clock of the time zone shows then. */
  readonly localTime: string;
}

/**
 * @param zone the time zone of the calendar, which may show another day than the zone of the plan
 * @returns the plan on another day of the calendar, at the same time of its zone
 */
export const planOn = ({ scheduledAt, timezone, localTime }: Plan, day: Day, zone: string): Plan => {
  const [date = '', time = ''] = localTime.split('T');
  const distance = numberOf(day) - numberOf(dayOf(new Date(scheduledAt), zone));
  const planAt = (count: number): Plan => {
    const next = `${addDays(date, count)}T${time}`;
    return { timezone, localTime: next, scheduledAt: momentOf({ localTime: next, timezone }).toISOString() };
  };
  // When the two zones change their clocks on different days, the same time may be on the day beside it.
  const plans = [distance, distance - 1, distance + 1].map(planAt);
  return plans.find((plan) => dayOf(new Date(plan.scheduledAt), zone) === day) ?? planAt(distance);
};
