// The values that each scalar type accepts, what they become, and the messages about all others.
import { describe, expect, it } from 'vitest';
import { checkInput } from '../../../lib/write/input/index.ts';
import { scalar, schemaOf, type } from './model.ts';

const thing = type('api::thing.thing', {
  str: scalar('string'),
  short: scalar('string', { minLength: 3, maxLength: 6 }),
  txt: scalar('text', { maxLength: 8 }),
  rich: scalar('richtext'),
  mail: scalar('email'),
  longMail: scalar('email', { minLength: 8 }),
  pw: scalar('password', { minLength: 6 }),
  slug: scalar('uid'),
  reg: scalar('string', { regex: '^[a-z]+$' }),
  regRequired: scalar('string', { regex: '^[a-z]+$', required: true }),
  regText: scalar('text', { regex: '^[a-z]+$' }),
  regLong: scalar('text', { regex: '^[a-z]+$', maxLength: 20_000 }),
  regMail: scalar('email', { regex: '^[a-z.@]+$' }),
  int: scalar('integer'),
  intr: scalar('integer', { min: 2, max: 9 }),
  big: scalar('biginteger'),
  bigr: scalar('biginteger', { min: '5', max: '10' }),
  flt: scalar('float'),
  fltr: scalar('float', { min: 0.5, max: 1.5 }),
  dec: scalar('decimal'),
  dat: scalar('date'),
  tim: scalar('time'),
  dtm: scalar('datetime'),
  tst: scalar('timestamp'),
  bool: scalar('boolean'),
  boolRequired: scalar('boolean', { required: true }),
  en: scalar('enumeration', { enum: ['one', 'two'] }),
  js: scalar('json'),
  jsRequired: scalar('json', { required: true }),
  constructor: scalar('string'),
});
const schema = schemaOf(thing);

const check = (name: string, value: unknown, rules: 'draft' | 'published') =>
  checkInput(schema, thing, { [name]: value }, rules);

const at = (iso: string): Date => new Date(iso);

it.each<[name: string, value: unknown, stored?: unknown]>([
  ['str', 'a'],
  ['str', ''],
  ['str', '  a  '],
  ['str', '$where'],
  ['str', null],
  ['short', 'abc'],
  ['short', '😀😀'],
  ['rich', '# a'],
  ['mail', 'a@b.c'],
  ['mail', 'é@b.cc'],
  ['mail', '"a b"@c.de'],
  ['mail', "o'x+y@b_c.cc"],
  ['pw', 'abcdef'],
  ['slug', ''],
  ['slug', 'A-b_.~'],
  ['reg', 'abc'],
  ['reg', ''],
  ['int', 1],
  ['int', '1', 1],
  ['int', '  5 ', 5],
  ['int', '5.0', 5],
  ['int', '1e3', 1000],
  ['int', '+05', 5],
  ['int', 2147483647],
  ['int', -2147483648],
  ['intr', '2', 2],
  ['big', 1, 1n],
  ['big', '9223372036854775807', 9223372036854775807n],
  ['big', '-9223372036854775808', -9223372036854775808n],
  ['big', ' +05 ', 5n],
  ['big', null],
  ['bigr', 7, 7n],
  ['flt', '.5', 0.5],
  ['flt', '-1.5', -1.5],
  ['flt', 1e308],
  ['dec', '0.125', 0.125],
  ['dat', '2024-02-29'],
  ['dat', '2000-02-29'],
  ['dat', '2024-01-02T23:30:00.000Z', '2024-01-02'],
  ['dat', '2024-01-02T23:30:00-05:00', '2024-01-02'],
  ['dat', '2024-01-02 10:00', '2024-01-02'],
  ['tim', '10:00:00.000'],
  ['tim', '10:00:00', '10:00:00.000'],
  ['tim', '10:00:00.1', '10:00:00.100'],
  ['dtm', '2024-01-02T10:00:00.000Z', at('2024-01-02T10:00:00Z')],
  ['dtm', '2024-01-02T10:00:00+02:00', at('2024-01-02T08:00:00Z')],
  ['dtm', '2024-01-02T10:00:00+0200', at('2024-01-02T08:00:00Z')],
  ['dtm', '2024-01-02T10:00:00', at('2024-01-02T10:00:00Z')],
  ['dtm', '2024-01-02T24:00:00Z', at('2024-01-03T00:00:00Z')],
  ['dtm', '2024-01-02T10:00:00.123456789Z', at('2024-01-02T10:00:00.123Z')],
  ['dtm', '2024-01-02', at('2024-01-02T00:00:00Z')],
  ['dtm', '2024', at('2024-01-01T00:00:00Z')],
  ['dtm', 1704153600000, at('2024-01-02T00:00:00Z')],
  ['dtm', '1704153600000', at('2024-01-02T00:00:00Z')],
  ['dtm', -1, at('1969-12-31T23:59:59.999Z')],
  ['tst', 5, at('1970-01-01T00:00:00.005Z')],
  ['bool', 'TRUE', true],
  ['bool', '0', false],
  ['bool', 1, true],
  ['bool', null],
  ['en', 'two'],
  ['en', null],
  ['js', { $a: 1, 'a.b': [null, { constructor: {} }] }],
  ['js', 'text'],
  ['js', 5],
  ['js', null],
  ['constructor', 'a'],
])('accepts a value: %s %j', (name, value, stored = value) => {
  const { input, errors } = check(name, value, 'published');
  expect(errors).toEqual([]);
  expect(input).toEqual(new Map([[name, { kind: 'scalar', value: stored }]]));
});

const type_ = (name: string, kind: string, value: string): string =>
  `${name} must be a \`${kind}\` type, but the final value was: ${value}.`;
const nan = (name: string, value: string): string =>
  type_(name, 'number', `\`NaN\` (cast from the value \`${value}\`)`);
const noInstant = 'Invalid format, expected a timestamp or an ISO date';
const noDay = 'Invalid format, expected yyyy-MM-dd';
const noTime = 'Invalid time format, expected HH:mm:ss.SSS';

it.each<[name: string, value: unknown, ...messages: string[]]>([
  ['str', 5, type_('str', 'string', '`5`')],
  ['str', true, type_('str', 'string', '`true`')],
  ['str', {}, type_('str', 'string', '`{}`')],
  ['short', 'abcdefg', 'short must be at most 6 characters'],
  ['short', '😀😀😀😀', 'short must be at most 6 characters'],
  ['txt', '123456789', 'txt must be at most 8 characters'],
  ['pw', 'abc', 'pw must be at least 6 characters'],
  ['int', 1.5, 'int must be an integer'],
  ['int', '1.5', 'int must be an integer'],
  ['int', '', nan('int', '""')],
  ['int', 'abc', nan('int', '"abc"')],
  ['int', '0x10', nan('int', '"0x10"')],
  ['int', true, nan('int', 'true')],
  ['int', [], nan('int', '[]')],
  ['int', 2147483648, 'int must be less than or equal to 2147483647'],
  ['int', -2147483649, 'int must be greater than or equal to -2147483648'],
  ['intr', '10', 'intr must be less than or equal to 9'],
  ['flt', Infinity, 'flt must be a finite number'],
  ['flt', NaN, 'flt must be a finite number'],
  ['flt', '1e999', nan('flt', '"1e999"')],
  ['js', Infinity, 'js must be a finite number'],
  ['js', -Infinity, 'js must be a finite number'],
  ['fltr', 1.6, 'fltr must be less than or equal to 1.5'],
  ['big', '1.5', 'big must be a valid integer'],
  ['big', 1.5, 'big must be a valid integer'],
  ['big', '', 'big must be a valid integer'],
  ['big', true, 'big must be a valid integer'],
  ['big', 2 ** 53, 'big must be a valid integer'],
  ['big', '9223372036854775808', 'big must be less than or equal to 9223372036854775807'],
  ['big', '-9223372036854775809', 'big must be greater than or equal to -9223372036854775808'],
  ['big', '9'.repeat(60), 'big must be less than or equal to 9223372036854775807'],
  ['bigr', '11', 'bigr must be less than or equal to 10'],
  ['dat', '2024-02-30', noDay],
  ['dat', '2023-02-29', noDay],
  ['dat', '1900-02-29', noDay],
  ['dat', '2024-13-01', noDay],
  ['dat', '0000-01-01', noDay],
  ['dat', '2024-1-2', noDay],
  ['dat', '2024', noDay],
  ['dat', '2024-01-02T99:99:99Z', noDay],
  ['dat', 1704153600000, noDay],
  ['dat', '', noDay],
  ['tim', '10:00', noTime],
  ['tim', '24:00:00.000', noTime],
  ['tim', '10:00:00.1234', noTime],
  ['tim', 5, noTime],
  ['dtm', '2024-02-30T10:00:00Z', noInstant],
  ['dtm', '2024-01-02T25:00:00Z', noInstant],
  ['dtm', '2024-01-02T10:00:00+99:99', noInstant],
  ['dtm', 'Tue, 02 Jan 2024', noInstant],
  ['dtm', 1.5, noInstant],
  ['dtm', 8640000000000001, noInstant],
  ['dtm', '', noInstant],
  ['dtm', true, noInstant],
  ['tst', 'abc', noInstant],
  ['bool', 't', type_('bool', 'boolean', '`"t"`')],
  ['bool', {}, type_('bool', 'boolean', '`{}`')],
  ['en', 'three', 'en must be one of the following values: one, two, '],
  ['en', '', 'en must be one of the following values: one, two, '],
  ['en', 5, 'en must be one of the following values: one, two, '],
  ['en', {}, type_('en', 'string', '`{}`'), 'en must be one of the following values: one, two, '],
])('refuses a value, also in a draft: %s %j', (name, value, ...messages) => {
  const { input, errors } = check(name, value, 'draft');
  expect(errors.map(({ path, message }) => [path, message])).toEqual(messages.map((text) => [[name], text]));
  expect(input.size).toBe(0);
  expect(check(name, value, 'published').errors).toEqual(errors);
});

it.each<[name: string, value: unknown, message: string]>([
  ['short', '', 'short must be at least 3 characters'],
  ['short', '😀', 'short must be at least 3 characters'],
  ['mail', '', 'mail cannot be empty'],
  ['longMail', 'a@b.c', 'longMail must be at least 8 characters'],
  ['mail', 'a', 'mail must be a valid email'],
  ['mail', 'a@localhost', 'mail must be a valid email'],
  ['mail', 'a b@c.de', 'mail must be a valid email'],
  ['mail', ' a@b.cc ', 'mail must be a valid email'],
  ['mail', 'a@b..c', 'mail must be a valid email'],
  ['mail', 'a@b.c,d@e.f', 'mail must be a valid email'],
  ['mail', '.a@b.cc', 'mail must be a valid email'],
  ['mail', 'a@-b.cc', 'mail must be a valid email'],
  ['slug', 'a b', 'slug must match the following: "/^[A-Za-z0-9-_.~]*$/"'],
  ['slug', 'é', 'slug must match the following: "/^[A-Za-z0-9-_.~]*$/"'],
  ['reg', 'ABC', 'reg must match the following: "/^[a-z]+$/"'],
  ['regRequired', '', 'regRequired must match the following: "/^[a-z]+$/"'],
  ['regRequired', null, type_('regRequired', 'string', '`null`')],
  ['boolRequired', null, 'boolRequired must be defined.'],
  ['jsRequired', null, 'jsRequired must be defined.'],
  ['intr', '1', 'intr must be greater than or equal to 2'],
  ['bigr', '4', 'bigr must be greater than or equal to 5'],
  ['fltr', 0.4, 'fltr must be greater than or equal to 0.5'],
])('accepts a value in a draft, but not for publishing: %s %j', (name, value, message) => {
  expect(check(name, value, 'draft').errors).toEqual([]);
  const { errors } = check(name, value, 'published');
  expect(errors.map((error) => error.message)).toEqual([message]);
});

it.each<[name: string, longest: number]>([
  ['reg', 255],
  ['regText', 10_000],
  ['regLong', 20_000],
  ['regMail', 10_000],
])('runs a pattern only on texts that are not too long for their attribute: %s: %i', (name, longest) => {
  const messages = (length: number, rules: 'draft' | 'published'): readonly string[] =>
    check(name, 'A@b.cc'.padStart(length, 'A'), rules).errors.map(({ message }) => message);
  const tooLong = `${name} must be at most ${longest} characters`;
  expect(messages(longest, 'draft')).toEqual([]);
  expect(messages(longest, 'published')).toEqual([expect.stringContaining('must match')]);
  expect(messages(longest + 1, 'draft')).toEqual([tooLong]);
  expect(messages(longest + 1, 'published')).toEqual([tooLong]);
});

describe('the faults of a body', () => {
  it('have short messages, even for very long values', () => {
    const { errors } = checkInput(schema, thing, { int: 'x'.repeat(1_000_000) });
    expect(errors[0]?.message.length).toBeLessThan(400);
  });
});

it.each([
  ['mail', `${'a.'.repeat(50_000)}@`],
  ['mail', `a@${'a.'.repeat(50_000)}@`],
  ['mail', `"${'a'.repeat(100_000)}`],
  ['slug', `${'-_'.repeat(50_000)} `],
  ['int', `${'1'.repeat(100_000)}x`],
  ['int', `${' '.repeat(100_000)}x`],
  ['big', '1'.repeat(100_000)],
  ['dtm', `2024-01-02T10:00:00.${'1'.repeat(100_000)}Z`],
])('hostile text is refused fast: %s', (name, value) => {
  const before = process.cpuUsage();
  expect(check(name, value, 'published').errors).toHaveLength(1);
  // In microseconds. Quadratic time would be seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(500_000);
});
