// Patterns in schema files: those that some text can keep busy for long are refused.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOf, string, type } from './folder.ts';

const faultsOfRegex = (regex: string, attribute: object = { type: 'text' }): readonly string[] =>
  faultsOf({ page: type('page', { a: { ...attribute, regex } }) });

describe('refuses a pattern that a text can keep busy for long:', () => {
  it.each<[kind: string, regex: string, message: string]>([
    [
      'nested repetitions',
      '^(a+)+$',
      `takes exponential time on the text 'a' + 'a'.repeat(31) + '\\x00'; rewrite "a" so that no text matches in two ways`,
    ],
    [
      'alternatives that overlap',
      '^(a|b|ab)*c$',
      `takes exponential time on the text 'a' + 'baba'.repeat(29) + '\\x00'; rewrite "a" and "b" and "ab" so that no text matches in two ways`,
    ],
    [
      'adjacent repetitions',
      '^\\s*(.*?)\\s*$',
      `takes polynomial (degree 3) time on the text '\\t'.repeat(1651) + '\\x00' + '\\t'.repeat(1651) + '\\n\\x00'; rewrite "\\s" and "." so that no text matches in two ways`,
    ],
    [
      'a repetition without an anchor',
      '\\d+$',
      `takes polynomial (degree 2) time on the text '0'.repeat(54773) + '\\x000'; begin it with "^", or rewrite "\\d" so that no text matches in two ways`,
    ],
    [
      'a lookahead',
      '^(?=(a|a)*c)',
      `takes exponential time on the text 'a'.repeat(31) + '\\x00'; rewrite "a" so that no text matches in two ways`,
    ],
    [
      'a backreference',
      '^(x*)\\1*$',
      `takes polynomial (degree 2) time on the text 'x'.repeat(54773) + '\\x00'; rewrite "x" and "\\1" so that no text matches in two ways`,
    ],
    [
      'long repetitions of finite length',
      '^(?:a?){50}a{50}$',
      `takes exponential time on the text 'a' + 'a'.repeat(31) + '\\x00'; rewrite "a" so that no text matches in two ways`,
    ],
    [
      'a syntax that cannot be checked',
      '^(?<𝒜>a+)+$',
      'cannot be checked for texts that take long to match (parsing failure (at 5)); write a simpler one',
    ],
    [
      'a repetition that cannot be checked',
      '^a+a{99999999999999999999}$',
      'cannot be checked for texts that take long to match (For input string: "99999999999999999999"); write a simpler one',
    ],
  ])('%s: %s', (_, regex, message) => {
    expect(faultsOfRegex(regex)).toEqual([`page.json  attributes.a.regex: ${message}`]);
  });

  it('also in components, once per attribute', () => {
    const attributes = { a: { ...string, regex: '^(b+)+$' }, c: { ...string, regex: '^(b+)+$' } };
    const faults = faultsOf({
      page: type('page', { a: string }),
      'components/shared/part': JSON.stringify({ attributes }),
    });
    expect(faults.map((fault) => fault.split(': takes')[0])).toEqual([
      'components/shared/part.json  attributes.a.regex',
      'components/shared/part.json  attributes.c.regex',
    ]);
  });
});

it.each([
  ['without repetition', '^(/|https?://)'],
  ['a fixed repetition', '^#([0-9a-fA-F]{3}){1,2}$'],
  ['repetitions with a separator between them', '^[a-z0-9]+(-[a-z0-9]+)*$'],
  ['lookaheads', '^(?=.*[A-Z])(?=.*[0-9]).{8,}$'],
  ['a backreference', '^(["\']).*\\1$'],
  ['long repetitions inside another one', '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$'],
  ['a long repetition', '^[^<>]{1,5000}$'],
])('accepts a pattern that runs fast on every text: %s: %s', (_, regex) => {
  expect(faultsOfRegex(regex)).toEqual([]);
});

describe('quadratic time', () => {
  const address = '^[^@]+@[^@]+\\.[^@]+$';

  it.each<[text: string, attribute: object]>([
    ['a string', string],
    ['a short text', { type: 'text', maxLength: 316 }],
  ])('is accepted for %s', (_, attribute) => {
    expect(faultsOfRegex(address, attribute)).toEqual([]);
  });

  it.each<[text: string, attribute: object, regex: string]>([
    ['a long string', { ...string, maxLength: 317 }, address],
    ['a text', { type: 'text' }, address],
    ['a string, if the time is cubic', string, '^\\s*(.*?)\\s*$'],
    ['a string, if the time is exponential', string, '^(a+)+$'],
  ])('is refused for %s', (_, attribute, regex) => {
    expect(faultsOfRegex(regex, attribute)).toHaveLength(1);
  });
});

describe('docs/content-types.md', () => {
  const page = readFileSync('docs/content-types.md', 'utf8');
  const patterns = (cell = ''): readonly string[] =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => pattern);
  const [, table = ''] = /\n\| instead of .*\n.*\n((?:\|.*\n)+)/.exec(page) ?? [];
  const rows = table.trim().split('\n');

  it.each(rows)('recommends an accepted pattern instead of a refused one: %s', (row) => {
    const [before, after] = row.split(' | ');
    expect(patterns(before).length).toBeGreaterThan(0);
    expect(patterns(before).map((regex) => faultsOfRegex(regex).length)).toEqual(patterns(before).map(() => 1));
    expect(patterns(after).map((regex) => faultsOfRegex(regex))).toEqual(patterns(before).map(() => []));
  });

  it('shows the actual message', () => {
    const [fault = ''] = faultsOfRegex('^(a+)+$');
    expect(page).toContain(fault.replace('page.json  attributes.a', 'article.json  attributes.code'));
  });
});
