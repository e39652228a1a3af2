// Comparisons with null find the same documents in MongoDB 6.0, on which these tests run, and in 9.0, whose rule is evaluated in memory.
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Document } from 'mongodb';
import { onCommand } from '../../setup/commands.ts';
import {
  dependsOnVersion,
  leadsThroughList,
  nullPathsOf,
  nullsInLists,
  partsOf,
  type UsedMatch,
} from '../../setup/nullComparisons.ts';
import { schema } from '../query/read.ts';
import { matches, type Version } from './evaluateMatch.ts';
import { museumOf } from './museum.ts';

const museum = museumOf();

/** What a field can be: without a list, lists without objects, lists of objects, and lists inside. */
const values: readonly unknown[] = [
  ...[undefined, null, 4, 'x', {}, { b: null }, { b: 1 }, { b: [] }, { b: [null] }, { b: [1] }, { b: {} }],
  ...[{ b: { c: null } }, { b: { c: 1 } }, { b: [{ c: 1 }, {}] }, { b: [{ c: 1 }] }, { b: [1, { c: 1 }] }],
  ...[[], [1], [null], [1, 'x', 4], [1, null, 4], [[]], [{}], [{ b: 1 }], [{ b: 1 }, { b: 3 }], [{ b: 3 }, {}]],
  ...[
    [{ b: null }],
    [5, { b: 5 }],
    [[{ b: 3 }]],
    [[{ b: 2 }], { b: 3 }],
    [{ b: [] }],
    [{ b: [{ c: 1 }] }],
    [{ b: {} }],
  ],
  ...[[{ b: { c: 1 } }], [{ b: [1] }, { b: 1 }]],
];

const documents = values.map((a, _id): Document => (a === undefined ? { _id } : { _id, a }));

const conditions = (path: string): readonly Document[] => [
  ...[{ [path]: null }, { [path]: { $eq: null } }, { [path]: { $ne: null } }, { [path]: { $in: [null, 75] } }],
  ...[{ [path]: { $nin: [null, 75] } }, { [path]: { $gte: null } }, { [path]: { $lte: null } }],
  ...[{ [path]: { $not: { $gte: null } } }, { [path]: { $not: { $eq: 1 }, $ne: null } }],
];

/** Their result does not depend on the version. */
const otherConditions = (path: string): readonly Document[] => [
  ...[{ [path]: { $exists: true } }, { [path]: { $exists: false } }, { [path]: 1 }, { [path]: { $ne: 1 } }],
  ...[{ [path]: { $type: ['object', 'array', 'string', 'number', 'bool'] } }, { [path]: { $in: [1, 3] } }],
  ...[{ [path]: { $elemMatch: { b: null } } }, { [path]: { $elemMatch: { b: { $ne: null } } } }],
  ...[{ [path]: { $elemMatch: { $gte: 2 } } }, { [path]: { $gt: 1 } }, { [`${path}.0`]: { $exists: false } }],
];

const paths = ['a', 'a.b', 'a.b.c'];

/** The `_id`s of the documents that a match expression finds. */
const evaluate = (match: Document, version: Version, among: readonly Document[] = documents): readonly unknown[] =>
  among.filter((document) => matches(match, document, version)).map(({ _id }) => _id as unknown);

describe('a match expression in memory', () => {
  beforeAll(async () => {
    await (await museum.collection('values')).insertMany(documents);
  });

  it('finds what MongoDB 6.0 finds', async () => {
    const collection = await museum.collection('values');
    for (const match of paths.flatMap((path) => [...conditions(path), ...otherConditions(path)])) {
      const found = await collection.find(match, { comment: dependsOnVersion }).sort({ _id: 1 }).toArray();
      expect(evaluate(match, '6.0'), JSON.stringify(match)).toEqual(found.map(({ _id }) => _id));
    }
  });

  // The documents and answers of MongoDB's manual, "Query for Null or Missing Fields" and "Compatibility Changes in MongoDB 9.0".
  it.each<[name: string, a: unknown, equalsNull: Readonly<Record<Version, boolean>>]>([
    ['null', null, { '6.0': true, '9.0': true }],
    ['no value', undefined, { '6.0': true, '9.0': true }],
    ['an empty list', [], { '6.0': false, '9.0': true }],
    ['a list of values', [1, 'string', 4], { '6.0': false, '9.0': true }],
    ['a list with null', [1, null, 4], { '6.0': false, '9.0': true }],
    ['objects with a value', [{ b: 1 }, { b: 3 }], { '6.0': false, '9.0': false }],
    ['objects, one without', [{ b: 3 }, {}], { '6.0': true, '9.0': true }],
    ['a value beside objects', [5, { b: 5 }], { '6.0': false, '9.0': true }],
    ['an object in a nested list', [[{ b: 3 }]], { '6.0': false, '9.0': true }],
    ['one in a nested list, one in the list', [[{ b: 2 }], { b: 3 }], { '6.0': false, '9.0': true }],
  ])('of a.b with null, where a is %s, answers as the manual says', (_name, a, equalsNull) => {
    for (const version of ['6.0', '9.0'] as const) {
      expect(matches({ 'a.b': null }, { a }, version)).toBe(equalsNull[version]);
      expect(matches({ 'a.b': { $ne: null } }, { a }, version)).toBe(!equalsNull[version]);
    }
  });

  it('depends on the version only if it compares a path through a list with null', () => {
    const differs = (match: Document): boolean => !isDeepStrictEqual(evaluate(match, '6.0'), evaluate(match, '9.0'));
    expect(paths.flatMap(otherConditions).filter(differs)).toEqual([]);
    expect(conditions('a').filter(differs)).toEqual([]);
    expect(conditions('a.b').filter((match) => !differs(match))).toEqual([]);
    const withoutLists = documents.filter(({ a }) => !JSON.stringify(a ?? null).includes('['));
    for (const match of conditions('a.b.c'))
      expect(evaluate(match, '9.0', withoutLists)).toEqual(evaluate(match, '6.0', withoutLists));
  });
});

/** Values that the museum's exhibits can have, at each level. */
const attributes: Readonly<Record<string, readonly unknown[]>> = {
  title: [null, 'x'],
  year: [null, 0],
  label: [
    null,
    {},
    { source: null, heading: null },
    { source: {} },
    { source: { pages: null } },
    { source: { pages: 3 } },
  ],
  notes: [
    null,
    [],
    [{}],
    [{ kind: null }, { kind: 'good' }],
    [{ source: null }],
    [{ source: { pages: 3 } }, { kind: 'bad' }],
  ],
  body: [null, [], [{ __component: 'block.spotlight', source: { pages: null } }], [{ __component: 'block.text' }]],
  data: [
    ...[null, 0, '', 'x', [], [1], [null], [[]], {}, { plain: null }, { plain: [] }, { plain: [1] }, { plain: true }],
    ...[[{ plain: 1 }], [1, { plain: 1 }], [[{ plain: 1 }]], { plain: { deep: null } }, { plain: [{ deep: 1 }, {}] }],
  ],
  room: [null, { to: 'nothing', at: 1 }],
  tags: [null, [], [{ to: 'nothing', at: 1 }]],
};

const exhibits = Object.entries(attributes).flatMap(([name, ofName], at) =>
  ofName.map((value, index): Document => {
    const version = {
      id: 1_000 + at * 100 + index,
      [name]: value,
      createdAt: new Date(index),
      updatedAt: new Date(index),
    };
    const documentId = `${name}${index}`;
    return { documentId, locale: null, revision: 1, published: version, draft: version, draftStatus: 'published' };
  }),
);

/** Filters and orders with null, and the paths that their queries compare with it. */
const queries: readonly (readonly [query: string, paths: readonly string[]])[] = [
  ...['$null]=true', '$notNull]=true', '$eq]', '$ne]'].map(
    (operator) => [`filters[title][${operator}`, ['published.title']] as const,
  ),
  ['filters[year][$ne]=0', ['published.year']],
  ['filters[year][$notIn]=0', ['published.year']],
  ['filters[$not][year][$gte]=0', ['published.year']],
  ['filters[label][$null]=true', ['published.label']],
  ['filters[label][$notNull]=true', ['published.label']],
  ['filters[label][heading][$null]=true', ['published.label.heading']],
  ['filters[label][source][$null]=true', ['published.label.source']],
  ['filters[label][source][pages][$null]=true', ['published.label.source.pages']],
  ['filters[label][source][pages][$ne]=3', ['published.label.source.pages']],
  ['filters[notes][$null]=true', []],
  ['filters[notes][$notNull]=true', []],
  ['filters[notes][kind][$null]=true', ['published.notes[].kind']],
  ['filters[notes][kind][$notNull]=true', ['published.notes[].kind']],
  ['filters[notes][kind][$ne]=good', ['published.notes[].kind']],
  ['filters[notes][source][$null]=true', ['published.notes[].source']],
  ['filters[notes][source][pages][$null]=true', ['published.notes[].source.pages']],
  ['filters[notes][sources][pages][$null]=true', ['published.notes[].sources[].pages']],
  ['filters[body][$any][block.spotlight][source][pages][$null]=true', ['published.body[].source.pages']],
  ['filters[data][$null]=true', []],
  ['filters[data][$notNull]=true', []],
  ['filters[data][$ne]=0', []],
  ['filters[data][plain][$null]=true', []],
  ['filters[data][plain][$notNull]=true', []],
  ['filters[data][plain][$ne]=1', []],
  ['filters[data][plain][deep][$null]=true', []],
  ['filters[room][$null]=true', ['published.id']],
  ['filters[room][$notNull]=true', ['published.id']],
  ['filters[room][name][$null]=true', ['published.name']],
  ['filters[tags][$null]=true', ['published.id']],
  ['filters[tags][word][$notNull]=true', ['published.word']],
  ['filters[relatedTo][$null]=true', ['published.id']],
  ['filters[relatedTo][label][source][pages][$null]=true', ['published.label.source.pages']],
  ['filters[label][writer][$null]=true', ['published.id']],
  ['filters[notes][author][$null]=true', ['published.id']],
  ['sort=room.name', ['published.name']],
  ['sort=room.label.heading', ['published.label.heading']],
  ['publicationFilter=never-published&status=draft', ['draftStatus']],
];

/** Expects that both versions find the same documents of the museum as MongoDB, with each match expression. */
const expectSame = async (used: readonly UsedMatch[]): Promise<void> => {
  const unique = new Map(used.map((one) => [JSON.stringify(one), one]));
  for (const [text, { collection, match }] of unique) {
    if (text.includes('"$expr"')) continue;
    const stored = await museum.collection(collection);
    const all = await stored.find().toArray();
    const found = (await stored.find(match).toArray()).map(({ _id }) => String(_id)).toSorted();
    for (const version of ['6.0', '9.0'] as const)
      expect(evaluate(match, version, all).map(String).toSorted(), `${text} in ${version}`).toEqual(found);
  }
};

/** @returns the match expressions of all commands that are sent meanwhile */
const usedBy = async (work: () => Promise<unknown>): Promise<readonly UsedMatch[]> => {
  const used: UsedMatch[] = [];
  const end = onCommand(({ command }) => used.push(...partsOf(command).matches));
  await work().finally(end);
  return used;
};

const nullPaths = (used: readonly UsedMatch[]): readonly string[] => [
  ...new Set(used.flatMap(({ match }) => nullPathsOf(match))),
];

describe('a query finds the same in both versions:', () => {
  beforeAll(async () => {
    await (await museum.collection('exhibits')).insertMany(structuredClone(exhibits));
  });

  it.each(queries)('%s', async (query, compared) => {
    const used = await usedBy(() => museum.found(query));
    expect(nullPaths(used)).toEqual(compared);
    await expectSame(used);
  });

  it.each(['title', 'label.heading', 'label.source.pages:desc', 'year:desc'])('pages by %s', async (sort) => {
    const used = await usedBy(async () => {
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = `pagination[pageSize]=20&pagination[cursor]=${cursor}`;
        const { status, body } = await museum.get(`/api/exhibits?sort=${sort}&${page}`);
        expect(status).toBe(200);
        cursor = body.meta.pagination.nextCursor;
      }
    });
    expect(nullPaths(used)).toContain(`published.${sort.replace(':desc', '')}`);
    await expectSame(used.filter(({ collection }) => collection === 'exhibits'));
  });
});

// Each test file of `api` and `slow` fails with a command in which this finds something.
describe('in a command is found', () => {
  const pipeline = [{ $match: { 'published.notes.kind': null } }];
  it.each<[name: string, command: Document]>([
    ['a filter through repeatable components', { find: 'exhibits', filter: { 'published.notes.kind': null } }],
    [
      'one inside of them',
      { find: 'exhibits', filter: { 'published.notes': { $elemMatch: { 'sources.pages': null } } } },
    ],
    ['one through a dynamic zone', { count: 'exhibits', query: { $or: [{ 'draft.body.text': { $ne: null } }] } }],
    ['one through links', { find: 'exhibits', filter: { 'draft.tags.to': { $nin: ['x', null] } } }],
    ['one through JSON', { distinct: 'exhibits', query: { 'draft.data.plain': { $not: { $gte: undefined } } } }],
    ['one of an unknown list', { find: 'lectern_audit', filter: { 'changed.name': null } }],
    ['a stage', { aggregate: 'exhibits', pipeline }],
    ['a lookup', { aggregate: 'rooms', pipeline: [{ $lookup: { from: 'exhibits', as: 'x', pipeline } }] }],
    ['a union', { aggregate: 'rooms', pipeline: [{ $unionWith: { coll: 'exhibits', pipeline } }] }],
    ['a facet', { aggregate: 'exhibits', pipeline: [{ $facet: { x: pipeline } }] }],
    ['an update', { update: 'exhibits', updates: { documents: [{ q: { 'draft.tags.to': null }, u: [] }] } }],
    [
      'elements to remove',
      { findAndModify: 'exhibits', update: { $pull: { 'draft.notes': { 'sources.pages': null } } } },
    ],
    ['elements to change', { update: 'exhibits', updates: [{ q: {}, arrayFilters: [{ 'x.pages': null }] }] }],
    ['a deletion', { delete: 'exhibits', deletes: [{ q: { 'draft.tags.to': { $lte: null } } }] }],
    ['an index', { createIndexes: 'exhibits', indexes: [{ partialFilterExpression: { 'draft.tags.to': null } }] }],
    [
      'a join',
      { aggregate: 'x', pipeline: [{ $lookup: { localField: 'draft.tags.to', foreignField: 'draft.slug' } }] },
    ],
  ])('%s', (_name, command) => {
    expect(nullsInLists(command, schema)).toHaveLength(1);
  });

  it('nothing where no list can be', () => {
    expect(leadsThroughList('exhibits', 'draft.label.source.pages', schema)).toBe(false);
    expect(leadsThroughList('exhibits', 'draft.body[].source.pages', schema)).toBe(false);
    expect(leadsThroughList('exhibits', 'draft.tags[].to', schema)).toBe(false);
    expect(leadsThroughList('lectern_presence', '_id.locale', schema)).toBe(false);
  });
});
