// Every form in which a body may write relations and media.
import { describe, expect, it } from 'vitest';
import { invalidKey } from '../../../lib/errors.ts';
import { checkInput, type LinkEdit, type TargetRef } from '../../../lib/write/input/index.ts';
import { media, morph, relation, scalar, schemaOf, type } from './model.ts';

const thing = type('api::thing.thing', {
  str: scalar('string'),
  one: relation(false, { required: true }),
  many: relation(true),
  inverse: relation(true, { side: { holds: 'nothing', mappedBy: 'thing', polymorphic: false } }),
  pic: media(false, { required: true }),
  pics: media(true),
  morph: morph(false),
  morphs: morph(true),
});
const schema = schemaOf(thing);

const a = 'aaaaaaaaaaaaaaaaaaaaaaaa';
const b = 'bbbbbbbbbbbbbbbbbbbbbbbb';
const A: TargetRef = { documentId: a };
const B: TargetRef = { documentId: b };
const tag = 'api::tag.tag';

const set = (...targets: readonly TargetRef[]): LinkEdit => ({ kind: 'set', targets });
type Change = Extract<LinkEdit, { kind: 'change' }>;
const change: Change = { kind: 'change', disconnect: [], connect: [], strict: true };
const connect = (...targets: readonly TargetRef[]): Change => ({
  ...change,
  connect: targets.map((target) => ({ target, position: { at: 'end' } })),
});
const disconnect = (...targets: readonly TargetRef[]): Change => ({ ...change, disconnect: targets });
const placed = (position: object): Change => ({
  ...change,
  connect: [{ target: B, position: position as never }], // as in the table
});
const at = (position: unknown) => ({ connect: [{ documentId: b, position }] });

describe('accepts a form of links:', () => {
  it.each<[name: string, value: unknown, edit: LinkEdit]>([
    ['one', a, set(A)],
    ['one', { documentId: a }, set(A)],
    ['one', { id: 2 }, set({ id: 2 })],
    ['one', 2, set({ id: 2 })],
    ['one', '2', set({ id: 2 })],
    ['one', [a], set(A)],
    ['one', [{ documentId: a }], set(A)],
    ['one', [a, a], set(A, A)],
    ['one', { connect: [a] }, connect(A)],
    ['one', { connect: a }, connect(A)],
    ['one', { connect: { documentId: a } }, connect(A)],
    ['one', { set: [a] }, set(A)],
    ['one', { set: a }, set(A)],
    ['one', { disconnect: [a] }, disconnect(A)],
    ['one', null, set()],
    ['one', [], set()],
    ['one', [null], set()],
    ['one', {}, connect()],
    ['one', { set: [] }, set()],
    ['one', { set: null }, connect()],
    ['one', { documentId: a, id: 2, locale: 'en', name: 'x', createdAt: 'x', publishedAt: null }, set(A)],
    ['many', a, set(A)],
    ['many', [a, { id: 2 }, 3], set(A, { id: 2 }, { id: 3 })],
    ['many', { connect: [b, a] }, connect(B, A)],
    ['many', { connect: null, disconnect: null }, connect()],
    ['many', { connect: [a], disconnect: [b] }, { ...connect(A), disconnect: [B] }],
    ['many', { set: [a], connect: [], disconnect: null }, set(A)],
    ['many', { connect: [{ documentId: a, locale: 'en', status: 'published' }] }, connect(A)],
    ['many', at({ start: true }), placed({ at: 'start' })],
    ['many', at({ end: true }), placed({ at: 'end' })],
    ['many', at({ before: a }), placed({ at: 'before', target: A })],
    ['many', at({ before: 2 }), placed({ at: 'before', target: { id: 2 } })],
    ['many', at({ after: a, status: 'draft', locale: 'en' }), placed({ at: 'after', target: A })],
    ['many', at(null), placed({ at: 'end' })],
    ['many', at({}), placed({ at: 'end' })],
    ['many', at({ start: false, before: null }), placed({ at: 'end' })],
    ['many', at('end'), placed({ at: 'end' })],
    ['many', at('start'), placed({ at: 'end' })],
    ['one', at('start'), placed({ at: 'end' })],
    ['inverse', at('start'), placed({ at: 'end' })],
    ['pics', at('start'), placed({ at: 'end' })],
    ['many', { options: {}, connect: [a] }, connect(A)],
    ['many', { options: null, connect: [a] }, connect(A)],
    ['many', { options: { strict: true }, connect: [a] }, connect(A)],
    ['many', { options: { strict: false }, connect: [a] }, { ...connect(A), strict: false }],
    ['many', { options: {} }, connect()],
    ['many', { options: { strict: false }, set: [a] }, set(A)],
    ['one', { options: { strict: false }, connect: a }, { ...connect(A), strict: false }],
    ['pics', { options: {}, connect: [1] }, connect({ id: 1 })],
    ['morphs', { options: {}, connect: [{ __type: tag, documentId: a }] }, connect({ ...A, type: tag })],
    ['inverse', [a], set(A)],
    ['pic', 1, set({ id: 1 })],
    ['pic', '1', set({ id: 1 })],
    ['pic', { documentId: a }, set(A)],
    ['pics', [{ id: 1, name: 'y' }, 2], set({ id: 1 }, { id: 2 })],
    ['morph', { __type: tag, documentId: a }, set({ ...A, type: tag })],
    ['morph', [{ __type: tag, id: 2 }], set({ id: 2, type: tag })],
    ['morph', null, set()],
    ['morphs', [{ __type: tag, documentId: a, name: 'x' }], set({ ...A, type: tag })],
    ['morphs', { connect: [{ __type: tag, documentId: a }] }, connect({ ...A, type: tag })],
    ['morphs', { disconnect: [{ __type: tag, documentId: a }] }, disconnect({ ...A, type: tag })],
  ])('%s %j', (name, value, edit) => {
    const { input, errors } = checkInput(schema, thing, { [name]: value }, 'draft');
    expect(errors).toEqual([]);
    expect(input).toEqual(new Map([[name, { kind: 'links', edit }]]));
  });

  it('the neighbour in a position has the type of the relation, whatever its __type says', () => {
    const value = { connect: [{ documentId: b, position: { before: a, __type: 'api::nope.nope' } }] };
    const { input, errors } = checkInput(schema, thing, { many: value });
    const entry = { target: B, position: { at: 'before', target: A } };
    expect(errors).toEqual([]);
    expect(input.get('many')).toEqual({ kind: 'links', edit: { ...change, connect: [entry] } });
  });
});

it.each<[name: string, value: unknown, path: string]>([
  ['one', '', 'one'],
  ['one', 0, 'one'],
  ['one', -1, 'one'],
  ['one', 1.5, 'one'],
  ['one', true, 'one'],
  ['one', [[]], 'one.0'],
  ['one', [true], 'one.0'],
  ['one', [{}], 'one.0'],
  ['one', { documentId: 5 }, 'one'],
  ['one', { documentId: null, id: 1 }, 'one'],
  ['one', { documentId: { $ne: null } }, 'one'],
  ['one', { id: 'x' }, 'one'],
  ['one', { id: null }, 'one'],
  ['one', { connect: [a, {}] }, 'one.connect.1'],
  ['one', { connect: [''] }, 'one.connect.0'],
  ['one', { disconnect: true }, 'one.disconnect'],
  ['one', [a, b], 'one'],
  ['one', { set: [a, b] }, 'one.set'],
  ['one', { connect: [a, b] }, 'one.connect'],
  ['one', { set: [a], connect: [b] }, 'one'],
  ['many', { set: [a], disconnect: b }, 'many'],
  ['many', [a, 'x', false], 'many.2'],
  ['many', at('middle'), 'many.connect.0.position'],
  ['many', at(['end']), 'many.connect.0.position'],
  ['many', { options: 'strict', connect: [a] }, 'many.options'],
  ['many', { options: [], connect: [a] }, 'many.options'],
  ['many', { options: { strict: 'false' }, set: [a] }, 'many.options'],
  ['many', at({ start: 'x' }), 'many.connect.0.position'],
  ['many', at({ start: true, end: true }), 'many.connect.0.position'],
  ['many', at({ before: a, after: a }), 'many.connect.0.position'],
  ['many', at({ before: { documentId: a } }), 'many.connect.0.position'],
  ['many', at({ before: 0 }), 'many.connect.0.position'],
  [
    'morphs',
    { connect: [{ __type: tag, documentId: b, position: { before: a, __type: 'api::nope.nope' } }] },
    'morphs.connect.0.position',
  ],
  ['pic', [1, 2], 'pic'],
  ['morph', a, 'morph'],
  ['morph', 2, 'morph'],
  ['morph', { documentId: a }, 'morph'],
  ['morph', { __type: tag }, 'morph'],
  ['morph', { __type: 'api::nope.nope', documentId: a }, 'morph'],
  ['morph', { __type: 'shared.seo', id: 1 }, 'morph'],
  ['morph', { __type: 5, documentId: a }, 'morph'],
  ['morphs', [{ __type: tag, documentId: a }, b], 'morphs.1'],
])('reports an invalid form with its path: %s %j', (name, value, path) => {
  const { input, errors } = checkInput(schema, thing, { [name]: value, str: 'a' }, 'draft');
  expect(errors.map((error) => error.path.join('.'))).toEqual([path]);
  expect([...input.keys()]).toEqual(['str']);
});

it.each<[name: string, value: unknown, key: string, path: string]>([
  ['one', { foo: 1 }, 'foo', 'one'],
  ['one', { documentId: a, foo: 1 }, 'foo', 'one'],
  ['one', [[a]], '0', 'one'],
  ['one', { documentId: a, connect: [b] }, 'documentId', 'one'],
  ['one', { documentId: a, options: {} }, 'documentId', 'one'],
  ['many', { options: { strict: false, loose: true }, connect: [a] }, 'loose', 'many'],
  ['one', { documentId: a, __type: tag }, '__type', 'one'],
  ['one', { documentId: a, constructor: 1 }, 'constructor', 'one'],
  ['one', { connect: [{ documentId: a, foo: 1 }] }, 'foo', 'one.connect'],
  ['many', [{ documentId: a, position: { start: true } }], 'position', 'many'],
  ['many', { set: [{ documentId: a, position: { start: true } }] }, 'position', 'many.set'],
  ['many', at({ nope: 1 }), 'nope', 'many.connect.position'],
  ['pic', { id: 1, isUrlSigned: false }, 'isUrlSigned', 'pic'],
  ['morphs', [{ __type: tag, documentId: a, foo: 1 }], 'foo', 'morphs'],
])('refuses an unknown key: %s %j', (name, value, key, path) => {
  const expected = invalidKey(key, path, 'body');
  expect(() => checkInput(schema, thing, { [name]: value })).toThrow(expected);
});
