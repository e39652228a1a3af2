// What people type and read in simple fields.
import { describe, expect, it } from 'vitest';
import {
  fromInputTime,
  fromLocalDateTime,
  toInputTime,
  toLocalDateTime,
} from '../../../editor/src/fields/localDateTime.ts';
import { formatNumber, parseNumber } from '../../../editor/src/fields/numberText.ts';
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
