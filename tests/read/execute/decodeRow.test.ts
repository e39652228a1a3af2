// Rows are decoded as the driver decodes them.
import { BSON, Binary, DBRef, Decimal128, Double, Int32, Long, MaxKey, ObjectId, Timestamp } from 'mongodb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRow } from '../../../lib/read/execute/decodeRow.ts';

const encode = (document: object): Buffer => Buffer.from(BSON.serialize(document, { ignoreUndefined: false }));

const expectDriversRow = (bytes: Buffer): void => {
  const row = decodeRow(bytes);
  const expected = BSON.deserialize(bytes);
  expect(row).toStrictEqual(expected);
  expect(Object.keys(row)).toEqual(Object.keys(expected));
  expect(BSON.serialize(row)).toEqual(BSON.serialize(expected));
};

const longKey = 'k'.repeat(100);

test.each<[object]>([
  [{}],
  [{ empty: '', short: 'a', long: 'a'.repeat(500), accents: 'é', emoji: '😀 and more text', zero: 'a\0b' }],
  [{ zero: 0, negative: -1, most: 2 ** 31 - 1, double: 1.5, minus: new Double(-0), infinite: Infinity, nan: NaN }],
  [{ small: Long.fromNumber(5), negative: Long.fromNumber(-5), safe: Long.fromNumber(2 ** 53 - 1) }],
  [{ most: Long.MAX_VALUE, least: Long.MIN_VALUE, limit: Long.fromNumber(2 ** 53) }],
  [{ now: new Date(1.7e12), before: new Date(-1), first: new Date(-62_135_596_800_000), last: new Date(8.64e15) }],
  [{ yes: true, no: false, nothing: null, list: [1, 'a', [null], { a: [] }], object: { a: { b: {} } } }],
  [{ _id: new ObjectId(), binary: new Binary(Buffer.from('a')), decimal: Decimal128.fromString('1.1') }],
  [{ pattern: /a/i, absent: undefined, largest: new MaxKey(), time: new Timestamp({ t: 1, i: 2 }) }],
  [{ '': 1, ä: 2, '😀': 3, [longKey]: 4, '0': 5, 'a.b': 6, constructor: 7, toString: 8, length: 9 }],
  [{ Aa: 1, BB: 2, AaAa: 3, AaBB: 4, BBAa: 5, BBBB: 6 }],
  [{ json: { $ref: 'articles', $id: 'a', $db: 'b', more: 1 } }],
  [{ json: { $ref: '#/definitions/a' } }],
  [{ list: Array.from({ length: 1200 }, (_, index) => new Int32(index)) }],
])('values of every type of BSON: case %#', (document) => {
  expectDriversRow(encode(document));
  expectDriversRow(encode({ documentId: 'a', published: document, list: [document] }));
});

test('a key __proto__ does not change the prototype', () => {
  const row = decodeRow(encode({ json: JSON.parse('{"__proto__":{"admin":true},"a":1}') }));
  const json = row.json as object;
  expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
  expect(Object.keys(json)).toEqual(['__proto__', 'a']);
});

test('a reference of MongoDB stays one', () => {
  expect(decodeRow(encode({ json: new DBRef('articles', new ObjectId()) })).json).toBeInstanceOf(DBRef);
});

test('a row without its end is refused', () => {
  const bytes = encode({ title: 'one', views: 1 });
  for (let length = 0; length < bytes.length; length++) expect(() => decodeRow(bytes.subarray(0, length))).toThrow();
});

test('bytes that are no UTF-8 are replaced', () => {
  const bytes = encode({ title: 'a long text with an X in it', short: 'X' });
  const broken = Buffer.from(bytes.map((byte) => (byte === 'X'.charCodeAt(0) ? 0xff : byte)));
  expect(decodeRow(broken)).toEqual({ title: 'a long text with an \ufffd in it', short: '\ufffd' });
});

test('any JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (json) => {
      fc.pre(!JSON.stringify(json).includes('\\u0000'));
      expectDriversRow(encode({ json }));
    }),
  );
});
