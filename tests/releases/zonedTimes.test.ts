// Times of zones to moments and back, where clocks are set forward and back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimezone, momentOf, zonedTimeOf } from '../../lib/releases/zonedTimes.ts';

describe('a time of a zone', () => {
  it.each([
    ['2026-01-15T10:00:00.000', 'Europe/Berlin', '2026-01-15T09:00:00.000Z'],
    ['2026-07-15T10:00:00.000', 'Europe/Berlin', '2026-07-15T08:00:00.000Z'],
    // The clock is set forward: 02:30 does not exist, and is 03:30.
    ['2026-03-29T02:30:00.000', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08T02:15:00.000', 'America/New_York', '2026-03-08T07:15:00.000Z'],
    // Half an hour, on Lord Howe.
    ['2026-10-04T02:15:00.000', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    // The clock is set back: the first of the two.
    ['2026-10-25T02:30:00.000', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30:00.000', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-02-28T23:59:59.999', 'Asia/Kathmandu', '2026-02-28T18:14:59.999Z'],
    // A day that Samoa left out.
    ['2011-12-30T12:00:00.000', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
    ['2026-02-28T10:00:00.000', 'UTC', '2026-02-28T10:00:00.000Z'],
  ])('%s in %s is %s', (localTime, timezone, moment) => {
    expect(momentOf({ localTime, timezone }).toISOString()).toBe(moment);
  });

  it('can be the second of two moments', () => {
    const time = zonedTimeOf(new Date('2026-10-25T01:30:00.000Z'), 'Europe/Berlin');
    expect(time).toEqual({ localTime: '2026-10-25T02:30:00.000', timezone: 'Europe/Berlin', isLater: true });
    expect(momentOf(time).toISOString()).toBe('2026-10-25T01:30:00.000Z');
  });

  it('is the reverse of the time that a clock shows, at any moment in any zone', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'America/Sao_Paulo',
      'UTC',
    ];
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        (moment, timezone) => {
          expect(momentOf(zonedTimeOf(moment, timezone))).toEqual(moment);
        },
      ),
    );
  });

  it('needs a zone that exists', () => {
    expect(['Europe/Berlin', 'Mars/Olympus', ''].map(isTimezone)).toEqual([true, false, false]);
  });
});
