// What people type and read in simple fields.
import { describe, expect, it } from 'vitest';
import {
  formatNumber,
  fromInputTime,
  fromLocalDateTime,
  parseNumber,
  toInputTime,
  toLocalDateTime,
} from '../../../editor/src/fields/inputTexts.ts';
import { readPattern } from '../../../editor/src/form/readPattern.ts';
import { formatLocale } from '../../../editor/src/messages/formatLocale.ts';
import { labelOf } from '../../../editor/src/schema/labelOf.ts';

describe('numbers', () => {
  it.each([
    ['', 'en', null],
    [' 5 ', 'en', 5],
    ['1.5', 'en', 1.5],
    ['1.', 'en', 1],
    ['1e3', 'en', 1000],
    ['1,500', 'en', '1,500'],
    ['1,5', 'de', 1.5],
    ['1.500', 'de', '1.500'],
    ['1,5', 'en-DE', 1.5],
    ['1.5', 'de-CH', 1.5],
    ['-', 'en', '-'],
    ['0x10', 'en', '0x10'],
    ['1e999', 'en', '1e999'],
  ])('read %j (%s) as %j', (text, locale, expected) => {
    expect(parseNumber(text, locale)).toBe(expected);
  });

  it('are written with the separator of the language', () => {
    expect(formatNumber(1.5, 'de')).toBe('1,5');
    expect(formatNumber(1.5, 'en')).toBe('1.5');
    expect(formatNumber('abc', 'en')).toBe('abc');
    expect(formatNumber(null, 'en')).toBe('');
  });
});

describe('the region of the browser', () => {
  it.each([
    ['en', 'en-GB', '30 Nov 2026, 15:05'],
    ['en', 'de', '30 Nov 2026, 15:05'],
    ['en', 'en', 'Nov 30, 2026, 3:05 PM'],
    ['de', 'en-US', '30.11.2026, 15:05'],
    ['de', 'zh-Hans-CN', '30.11.2026, 15:05'],
  ])('decides how dates are written in %s with a browser in %s', (language, browser, expected) => {
    const format = new Intl.DateTimeFormat(formatLocale(language, browser), {
      ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' },
    });
    expect(format.format(new Date('2026-11-30T15:05:00Z')).replaceAll('\u202f', ' ')).toBe(expected);
  });
});

describe('a pattern', () => {
  const set = (names: readonly string[], ...signs: readonly string[]) => ({ names, signs });
  it.each([
    ['^[a-z0-9-]+$', [{ of: set(['lower', 'digit'], '-'), min: 1, max: Infinity }]],
    [
      String.raw`^\d{5}(?:-\d{4})?$`,
      [
        { of: set(['digit']), min: 5, max: 5 },
        {
          of: {
            choices: [
              [
                { of: { text: '-' }, min: 1, max: 1 },
                { of: set(['digit']), min: 4, max: 4 },
              ],
            ],
          },
          ...{ min: 0, max: 1 },
        },
      ],
    ],
    [
      '^#[0-9a-f]{6,}$',
      [
        { of: { text: '#' }, min: 1, max: 1 },
        { of: set(['digit'], 'a–f'), min: 6, max: Infinity },
      ],
    ],
    [
      String.raw`^EUR \w{2,3}.$`,
      [
        { of: { text: 'EUR ' }, min: 1, max: 1 },
        { of: set(['lower', 'upper', 'digit'], '_'), min: 2, max: 3 },
        { of: set(['any']), min: 1, max: 1 },
      ],
    ],
  ])('%s is read for people', (regex, expected) => {
    expect(readPattern(regex)).toEqual([expected]);
  });

  it.each(['a', '^a', '^a|b$', '^[^a]$', '^(?!a)b$', '^(a$', String.raw`^\bq$`, '^[[:alpha:]]$'])(
    '%s has no simple words',
    (regex) => {
      expect(readPattern(regex)).toBeUndefined();
    },
  );
});

describe('dates and times', () => {
  it('keep their instant in every time zone, to the millisecond', () => {
    for (const instant of ['2024-05-31T09:30:00.000Z', '2024-01-01T00:00:12.000Z', '1999-12-31T23:59:59.123Z'])
      expect(fromLocalDateTime(toLocalDateTime(instant))).toBe(instant);
    expect([toLocalDateTime(null), fromLocalDateTime(''), fromLocalDateTime('soon')]).toEqual(['', null, null]);
  });

  it('show no seconds where there are none', () => {
    expect(toInputTime('09:30:00.000')).toBe('09:30');
    expect(toInputTime('09:30:05.000')).toBe('09:30:05');
    expect(toInputTime('09:30:05.250')).toBe('09:30:05.250');
    for (const time of ['09:30:00.000', '09:30:05.000', '09:30:05.250'])
      expect(fromInputTime(toInputTime(time))).toBe(time);
    expect(fromInputTime('')).toBeNull();
  });
});

it.each([
  ['publishedOn', 'Published on'],
  ['meta_title', 'Meta title'],
  ['seo', 'SEO'],
  ['canonicalUrl', 'Canonical URL'],
  ['SEOImage', 'SEO image'],
  ['line2', 'Line2'],
  ['größeMax', 'Größe max'],
])('the label of %s is %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});
