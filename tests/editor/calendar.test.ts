// The days of the calendar of releases.
import { describe, expect, it } from 'vitest';
import {
  beginningOf,
  dayOf,
  firstWeekday,
  isDay,
  moveBy,
  planOn,
  weeksOf,
} from '../../editor/src/releases/calendar/days.ts';

describe('the days of a calendar', () => {
  it.each([
    ['month', '2026-11-26', 1, '2026-10-26', '2026-12-06', 6],
    ['month', '2026-11-26', 7, '2026-11-01', '2026-12-05', 5],
    ['month', '2027-02-10', 1, '2027-02-01', '2027-02-28', 4],
    ['week', '2026-11-26', 1, '2026-11-23', '2026-11-29', 1],
    ['week', '2026-11-26', 7, '2026-11-22', '2026-11-28', 1],
    ['week', '2026-11-26', 6, '2026-11-21', '2026-11-27', 1],
  ] as const)('%s of %s, from weekday %i', (span, day, first, begin, end, count) => {
    const weeks = weeksOf(span, day, first);
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual([begin, end, count]);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it('go on by weeks and months', () => {
    expect(moveBy('week', '2026-12-30', 1)).toBe('2027-01-06');
    expect(moveBy('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(moveBy('month', '2026-01-31', -1)).toBe('2025-12-01');
  });

  it('begin at midnight of the zone, also when the clocks change', () => {
    expect(beginningOf('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(beginningOf('2026-03-30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(dayOf(new Date('2026-11-26T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-27');
  });

  it('are read from an address', () => {
    expect(['2026-02-28', '2026-13-01', '2026-2-1', undefined].map(isDay)).toEqual([true, false, false, false]);
  });

  it.each([
    ['en-GB', 1],
    ['en-US', 7],
    ['de', 1],
  ])('of a week begin as %s says', (locale, first) => {
    expect(firstWeekday(locale)).toBe(first);
  });
});

describe('a plan on another day', () => {
  const plan = (localTime: string, timezone: string, scheduledAt: string) => ({ localTime, timezone, scheduledAt });

  it('keeps the time of its zone when the clocks change', () => {
    const winter = plan('2026-03-28T10:00:00.000', 'Europe/Berlin', '2026-03-28T09:00:00.000Z');
    expect(planOn(winter, '2026-03-30', 'Europe/Berlin')).toEqual(
      plan('2026-03-30T10:00:00.000', 'Europe/Berlin', '2026-03-30T08:00:00.000Z'),
    );
  });

  it('is on the day that the calendar shows, which may be another one in its zone', () => {
    const evening = plan('2026-07-01T20:00:00.000', 'America/New_York', '2026-07-02T00:00:00.000Z');
    expect(planOn(evening, '2026-07-05', 'Europe/Berlin').localTime).toBe('2026-07-04T20:00:00.000');
    // 18:30 in New York is after midnight in Berlin, except in the weeks between the changes of their clocks.
    const late = plan('2026-03-01T18:30:00.000', 'America/New_York', '2026-03-01T23:30:00.000Z');
    expect(dayOf(new Date(late.scheduledAt), 'Europe/Berlin')).toBe('2026-03-02');
    const between = planOn(late, '2026-03-10', 'Europe/Berlin');
    expect(between.localTime).toBe('2026-03-10T18:30:00.000');
    expect(dayOf(new Date(between.scheduledAt), 'Europe/Berlin')).toBe('2026-03-10');
  });
});
