// The lists of the editor: what is in the address, and which requests they send. The API accepts each of them.
import qs from 'qs';
import { describe, expect, it, test } from 'vitest';
import { operators } from '../../lib/read/operators/index.ts';
import { describedSchema } from '../../lib/describe/type-builder/index.ts';
import { withQuery } from '../../editor/src/api/client.ts';
import { targetQuery } from '../../editor/src/api/targets.ts';
import { bulkAttributes } from '../../editor/src/lists/bulkAttributes.ts';
import {
  formatConditions,
  parseConditions,
  withoutCondition,
  type Condition,
} from '../../editor/src/lists/conditions.ts';
import { toDraft, usableConditions } from '../../editor/src/lists/filters/draftConditions.ts';
import { resolvePath, stepsOf, toFilterParameters } from '../../editor/src/lists/filterPaths.ts';
import { fromFilterTree, toFilterTree } from '../../editor/src/lists/filterTree.ts';
import { fittingOperators, isCompleteCondition, operandsOf } from '../../editor/src/lists/fittingOperators.ts';
import { projectionParameters, selectionParameters } from '../../editor/src/lists/listQuery.ts';
import {
  everythingRead,
  isPlain,
  readListState,
  sortOf,
  unreadableParts,
  writeListState,
  type ListSearch,
} from '../../editor/src/lists/listState.ts';
import { en } from '../../editor/src/messages/en/index.ts';
import { buildEditorSchema } from '../../editor/src/schema/buildEditorSchema.ts';
import { columnsOf, defaultColumns } from '../../editor/src/schema/columns.ts';
import type {
  Attribute,
  ContentType,
  DescribedComponent,
  DescribedType,
  EditorSchema,
} from '../../editor/src/schema/types.ts';
import { read, schema as apiSchema } from '../read/query/read.ts';

// The descriptions are typed as JSON; the editor's types name what it reads of them.
const { contentTypes, components } = describedSchema(apiSchema) as unknown as {
  contentTypes: readonly DescribedType[];
  components: readonly DescribedComponent[];
};

/** Without private attributes, which the API only shows to users who may update the type. */
const withoutPrivate = <T extends DescribedType | DescribedComponent>(described: T): T => {
  const attributes = Object.entries(described.schema.attributes).filter(([, one]) => one.private !== true);
  return { ...described, schema: { ...described.schema, attributes: Object.fromEntries(attributes) } };
};
const schema = buildEditorSchema(contentTypes.map(withoutPrivate), components.map(withoutPrivate));

const typeNamed = (name: string): ContentType => {
  const type = schema.types.get(`api::${name}.${name}`);
  if (type === undefined) throw new Error(`There is no type ${name}`);
  return type;
};
const exhibit = typeNamed('exhibit');

/** Reads a query as the API does. Throws ApiError if the API refuses it. */
const readByApi = (query: Parameters<typeof withQuery>[1], type: ContentType): unknown =>
  read(withQuery('', query).slice(1), undefined, type.uid.split('.').at(-1));

const state = readListState({});

describe('conditions in the address', () => {
  test.each<readonly Condition[]>([
    [{ path: ['title'], operator: '$containsi', values: ['ink'] }],
    [
      { path: ['sections', 'layout.quote', 'text'], operator: '$eq', values: ['100%: a, b; c.'] },
      { path: ['form'], operator: '$in', values: ['essay', 'guide'] },
      { path: ['summary'], operator: '$notNull', values: [] },
    ],
    [
      { path: ['or'], operator: '$eq', values: ['or;or'] },
      { path: ['form'], operator: '$eq', values: ['essay'], isAlternative: true },
      { path: ['summary'], operator: '$notNull', values: [] },
      { path: ['or'], operator: '$eq', values: ['or'], isAlternative: true },
    ],
  ])('keep every character', (...conditions) => {
    expect(parseConditions(formatConditions(conditions))).toEqual({ conditions, unreadable: [] });
  });

  it('are readable', () => {
    const [simple] = [{ path: ['topic', 'name'], operator: '$eq', values: ['Paper'] }];
    expect(formatConditions([simple])).toBe('topic.name:eq:Paper');
    expect(formatConditions([simple, { ...simple, isAlternative: true }])).toBe(
      'topic.name:eq:Paper;or;topic.name:eq:Paper',
    );
  });

  test.each(['title', 'title:nosuch:x', ':eq:x', 'title:eq:', 'views:between:1', 'title:eq:a:b'])(
    '"%s" is no condition, and stays in the address',
    (text) => {
      const [known] = parseConditions('form:eq:essay').conditions;
      expect(parseConditions(`${text};form:eq:essay`)).toEqual({ conditions: [known], unreadable: [text] });
      const search = { filters: `form:eq:essay;${text}` };
      expect(writeListState(readListState(search))).toEqual(search);
    },
  );

  it('are none in an empty text', () => {
    expect(parseConditions('')).toEqual({ conditions: [], unreadable: [] });
  });
});

describe('conditions that are removed', () => {
  const named = (name: string): Condition => ({ path: [name], operator: '$null', values: [] });
  const [a, b, c] = [named('a'), named('b'), named('c')];
  const [orB, orC] = [{ ...b, isAlternative: true } as const, { ...c, isAlternative: true } as const];

  test.each<[readonly Condition[], Condition, string | undefined]>([
    [[a], a, undefined],
    [[a, b], a, 'b:null:'],
    [[a, orB], a, 'b:null:'],
    [[a, orB, c], orB, 'a:null:;or;c:null:'],
    [[a, b, orC], a, 'b:null:;or;c:null:'],
    [[a, b, orC], orC, 'a:null:;b:null:'],
  ])('%# leave the others in their groups', (conditions, removed, expected) => {
    expect(formatConditions(withoutCondition(conditions, removed))).toBe(expected);
  });

  it('or are not complete, too', () => {
    const drafts = [a, { ...orB, operator: '' }, c].map(toDraft);
    expect(formatConditions(usableConditions(drafts))).toBe('a:null:;or;c:null:');
  });
});

describe('the state of a list', () => {
  test.each<ListSearch>([
    {},
    { locale: 'de', q: 'ink', sort: 'title:asc', status: 'modified', filters: 'title:null:' },
    { sort: 'topic.name:desc' },
    { columns: '$status,topic' },
    { columns: '' },
  ])('is in the address: %j', (search) => {
    expect(writeListState(readListState(search))).toEqual(search);
  });

  it('is plain without anything but a locale', () => {
    const plain = [{}, { locale: 'de' }, { q: '' }].map((search) => isPlain(readListState(search)));
    const other = [{ q: 'a' }, { columns: '' }, { sort: 'title' }].map((search) => isPlain(readListState(search)));
    expect([plain, other]).toEqual([Array(3).fill(true), Array(3).fill(false)]);
  });

  it('leaves out defaults and the place', () => {
    const search = { locale: '', q: '', sort: 'updatedAt:desc', status: '', filters: '', cursor: 'abc' };
    expect(writeListState(readListState(search))).toEqual({});
  });

  test.each<[ListSearch, readonly string[]]>([
    [{ status: 'lost' }, ['status=lost']],
    [{ filters: 'form:eq:essay;x' }, ['x']],
  ])('keeps what it cannot read, and matches no document: %j', (search, parts) => {
    const unreadable = readListState(search);
    expect([unreadableParts(unreadable), writeListState(unreadable)]).toEqual([parts, search]);
    const query = selectionParameters(unreadable, exhibit, schema, true, false);
    expect(query['filters[documentId][$null]']).toBe('true');
    readByApi(query, exhibit);
    const without = selectionParameters({ ...unreadable, unreadable: everythingRead }, exhibit, schema, true, false);
    expect(without).not.toHaveProperty('filters[documentId][$null]');
  });

  it('matches no drafts in a type that has none any more', () => {
    const type = { ...exhibit, draftAndPublish: false };
    expect(selectionParameters(readListState({ status: 'draft' }), type, schema, true, false)).toMatchObject({
      'filters[documentId][$null]': 'true',
    });
  });
});

describe('the requests of a list', () => {
  const types = [...schema.types.values()].filter(({ kind }) => kind === 'collectionType');

  test.each(types)('show and sort every column of $name', (type) => {
    const columns = columnsOf(type, schema.targets, true);
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
    const view = 'edit';
    readByApi({ view, ...projectionParameters(sortOf(state), columns, true) }, type);
    for (const { sortPath } of columns) if (sortPath !== undefined) readByApi({ view, sort: sortPath }, type);
    expect(columns.find(({ type: of }) => of === 'status')?.sortPath).toBe(
      type.draftAndPublish ? '$status' : undefined,
    );
  });

  it('are sorted by the last change for readers of a list that is sorted by the status', () => {
    const byStatus = sortOf(readListState({}), '$status:desc');
    const [read, edited] = [false, true].map((editView) => projectionParameters(byStatus, [], editView));
    expect([read?.sort, edited?.sort]).toEqual(['updatedAt:desc', '$status:desc']);
    readByApi({ view: '', ...read }, exhibit);
  });

  it('name nothing that readers do not see', () => {
    const privateSystem = ['createdAt', 'updatedAt'];
    const type = { ...exhibit, privateSystem };
    const names = (editView: boolean) => columnsOf(type, schema.targets, editView).map(({ name }) => name);
    expect(names(true)).toEqual(expect.arrayContaining(privateSystem));
    expect(names(false).filter((name) => privateSystem.includes(name))).toEqual([]);
    const sortFor = (editView: boolean) => projectionParameters(sortOf(state), [], editView, privateSystem).sort;
    expect([sortFor(true), sortFor(false)]).toEqual(['updatedAt:desc', undefined]);
    const targets = new Map([...schema.targets].map(([uid, one]) => [uid, { ...one, privateSystem }] as const));
    const related = Object.entries(exhibit.attributes).find(([, { type: of }]) => of === 'relation')?.[0] ?? '';
    const steps = (path: readonly string[]) =>
      resolvePath(path, type, { ...schema, targets })?.next.map(({ name }) => name);
    expect(steps([])).toContain('updatedAt');
    expect(steps([related])).toContain('id');
    expect(steps([related])).not.toContain('updatedAt');
    const { sort, ...query } = targetQuery(type, 'published', { locale: undefined });
    expect([sort, targetQuery(type, 'edit', { locale: undefined }).sort]).toEqual([undefined, 'updatedAt:desc']);
    expect(query).toHaveProperty('fields[0]');
  });

  it('begin with the title, the status, three short attributes and the last change', () => {
    const columns = columnsOf(exhibit, schema.targets, true);
    const names = defaultColumns(columns, exhibit);
    expect(names.slice(0, 2)).toEqual([exhibit.mainAttribute, '$status']);
    expect(names.at(-1)).toBe('updatedAt');
    expect(names.length).toBeLessThanOrEqual(6);
  });

  it('show no status and no authors to users who only read', () => {
    const names = columnsOf(exhibit, schema.targets, false).map(({ name }) => name);
    expect(names).not.toContain('$status');
    expect(names).not.toContain('updatedBy');
  });

  it('narrow by search, status and locale', () => {
    const full = readListState({ q: 'ink', status: 'published', locale: 'fr' });
    const type = { ...exhibit, localized: true, draftAndPublish: true };
    const query = selectionParameters(full, type, schema, true, false);
    expect(query).toEqual({
      ...{ view: 'edit', locale: 'fr', _q: 'ink', publicationFilter: 'unmodified' },
    });
    readByApi(query, exhibit);
    const { _q, ...others } = query;
    expect(selectionParameters(full, type, schema, true, true)).toEqual({ ...others, q: _q });
  });

  it('have the best matches first in a search by words, until the user chooses an order', () => {
    const orderOf = (search: ListSearch, byWords: boolean) =>
      projectionParameters(sortOf(readListState(search), 'title:asc', byWords), [], true).sort;
    expect([
      orderOf({}, true),
      orderOf({ q: 'ink' }, true),
      orderOf({ q: 'ink', sort: 'title:desc' }, true),
      orderOf({ q: 'ink' }, false),
    ]).toEqual(['title:asc', undefined, 'title:desc', 'title:asc']);
    const chosen = { q: 'ink', sort: 'updatedAt:desc' };
    expect(writeListState(readListState(chosen))).toEqual(chosen);
  });
});

const exampleOf: Partial<Record<Attribute['type'], string>> = {
  boolean: 'true',
  date: '2026-01-31',
  time: '10:30:00',
  datetime: '2026-01-31T10:30:00.000Z',
  timestamp: '2026-01-31T10:30:00.000Z',
  integer: '7',
  biginteger: '7',
  float: '7.5',
  decimal: '7.5',
  relation: 'abcdefghijklmnopqrstuvwx',
};

const exampleValues = (attribute: Attribute, operator: string): readonly string[] => {
  const example = exampleOf[attribute.type] ?? 'text';
  return { one: [example], list: [example], pair: [example, example], flag: [] }[operandsOf(operator)];
};

/** Every path from a type through at most two steps, and one of three steps for each sequence of kinds. */
const pathsOf = (from: EditorSchema, type: ContentType): readonly (readonly string[])[] => {
  const longer = (path: readonly string[]): readonly (readonly string[])[] =>
    (resolvePath(path, type, from)?.next ?? []).map(({ name }) => [...path, name]);
  const kindOf = (path: readonly string[]): string =>
    JSON.stringify(stepsOf(path, type, from).map(({ attribute }) => [attribute?.type, attribute?.private]));
  const single = longer([]);
  const double = single.flatMap(longer);
  const triple = new Map(double.flatMap(longer).map((path) => [kindOf(path), path]));
  return [...single, ...double, ...triple.values()];
};

/** A condition for every path and operator. */
const conditionsOf = (from: EditorSchema, type: ContentType): readonly Condition[] =>
  pathsOf(from, type).flatMap((path): readonly Condition[] => {
    const attribute = resolvePath(path, type, from)?.end;
    if (attribute === undefined) return [];
    return fittingOperators(attribute).map((operator) => ({
      ...{ path, operator },
      values: exampleValues(attribute, operator),
    }));
  });

describe('the filters of a list', () => {
  it('are those that the API accepts, for every attribute, relation, component and zone', () => {
    const conditions = conditionsOf(schema, exhibit);
    expect(conditions.length).toBeGreaterThan(200);
    for (const condition of conditions) readByApi(toFilterParameters([condition], exhibit, schema), exhibit);
  });

  it('name private attributes of the type, and none of related types', () => {
    const whole = buildEditorSchema(contentTypes, components);
    const type = whole.types.get('api::room.room') ?? exhibit;
    const conditions = conditionsOf(whole, type);
    expect(conditions.some(({ path }) => path.join('.') === 'label.hidden')).toBe(true);
    for (const condition of conditions)
      readByApi({ ...toFilterParameters([condition], type, whole), view: 'edit' }, type);
  });

  it('match no document if they do not fit the schema, so that a change of all that match changes none', () => {
    const lost = { path: ['nosuch'], operator: '$ne', values: ['x'] };
    const found = { path: [exhibit.mainAttribute], operator: '$eq', values: ['x'] };
    const parameters = toFilterParameters([lost, found], exhibit, schema);
    expect(parameters).toEqual({
      'filters[$and][0][documentId][$null]': 'true',
      [`filters[$and][1][${exhibit.mainAttribute}][$eq]`]: 'x',
    });
    readByApi(parameters, exhibit);
  });

  it('are joined by “or” where a condition is an alternative', () => {
    const title = exhibit.mainAttribute;
    const titled = (value: string): Condition => ({ path: [title], operator: '$eq', values: [value] });
    const [a, b, c] = [titled('a'), titled('b'), titled('c')];
    const parameters = toFilterParameters([a, b, { ...c, isAlternative: true }], exhibit, schema);
    expect(parameters).toEqual({
      [`filters[$or][0][$and][0][${title}][$eq]`]: 'a',
      [`filters[$or][0][$and][1][${title}][$eq]`]: 'b',
      [`filters[$or][1][$and][0][${title}][$eq]`]: 'c',
    });
    readByApi(parameters, exhibit);
  });

  it('match no document for the status of a draft, if the user sees no drafts', () => {
    const parametersOf = (status: string) =>
      selectionParameters(readListState({ status }), exhibit, schema, false, false);
    expect(exhibit.draftAndPublish).toBe(true);
    expect(parametersOf('draft')).toMatchObject({ 'filters[documentId][$null]': 'true' });
    expect(parametersOf('modified')).toMatchObject({ 'filters[documentId][$null]': 'true' });
    expect(parametersOf('published')).not.toHaveProperty('filters[documentId][$null]');
    readByApi(parametersOf('draft'), exhibit);
  });

  it('send lists as lists, also with one value', () => {
    const one = { path: [exhibit.mainAttribute], operator: '$notIn', values: ['x'] };
    expect(JSON.stringify(readByApi(toFilterParameters([one], exhibit, schema), exhibit))).toContain('"x"');
  });

  it('have words for every operator', () => {
    expect(Object.keys(en.lists.operators).sort()).toEqual([...operators.keys()].map((name) => name.slice(1)).sort());
  });

  test.each<[type: Attribute['type'], operators: readonly string[]]>([
    ['boolean', ['$eq', '$null', '$notNull']],
    ['json', ['$null', '$notNull']],
    ['relation', ['$eq', '$null', '$notNull']],
    ['component', ['$null', '$notNull']],
    ['enumeration', ['$eq', '$in', '$ne', '$notIn', '$null', '$notNull']],
  ])('of %s: %j', (type, expected) => {
    expect(fittingOperators({ type })).toEqual(expected);
  });

  test.each<[operator: string, values: readonly string[], complete: boolean]>([
    ['$eq', [''], false],
    ['$eq', ['x'], true],
    ['$between', ['1', ''], false],
    ['$between', ['1', '2'], true],
    ['$in', [], false],
    ['$null', [], true],
  ])('%s with %j is complete: %s', (operator, values, complete) => {
    expect(isCompleteCondition(operator, values)).toBe(complete);
  });
});

describe('a filter of JSON', () => {
  it('says the same as its conditions, for every attribute, relation, component and zone', () => {
    for (const condition of conditionsOf(schema, exhibit).filter(({ path }) => path.length < 3)) {
      const tree = toFilterTree([condition], exhibit, schema);
      read(qs.stringify({ filters: tree }), undefined, 'exhibit');
      const { path, ...rest } = condition;
      const found = fromFilterTree(tree, exhibit, schema);
      // A related document is also its `documentId`.
      const isDocument = path.at(-1) === 'documentId' && path.length > 1 && condition.operator === '$eq';
      expect(found).toEqual([{ path: isDocument ? path.slice(0, -1) : path, ...rest }]);
    }
  });

  const title = exhibit.mainAttribute;
  const one = { path: [title], operator: '$eq', values: ['ink'] };
  const other = { path: [title], operator: '$notNull', values: [] };

  it('has all conditions', () => {
    const tree = { $and: [{ [title]: { $eq: 'ink' } }, { [title]: { $notNull: true } }] };
    expect(toFilterTree([one, other], exhibit, schema)).toEqual(tree);
    expect(fromFilterTree(tree, exhibit, schema)).toEqual([one, other]);
    expect(fromFilterTree({ [title]: { $eq: 'ink', $notNull: true } }, exhibit, schema)).toEqual([one, other]);
    const alternative = { ...other, isAlternative: true } as const;
    const either = { $or: [{ [title]: { $eq: 'ink' } }, { [title]: { $notNull: true } }] };
    expect(toFilterTree([one, alternative], exhibit, schema)).toEqual(either);
    expect(fromFilterTree(either, exhibit, schema)).toEqual([one, alternative]);
    const groups = { $or: [tree, { [title]: { $notNull: true } }] };
    expect(toFilterTree([one, other, alternative], exhibit, schema)).toEqual(groups);
    expect(fromFilterTree(groups, exhibit, schema)).toEqual([one, other, alternative]);
    expect(toFilterTree([], exhibit, schema)).toEqual({});
    expect(fromFilterTree({}, exhibit, schema)).toEqual([]);
  });

  test.each([
    ['no alternatives', { $or: [] }],
    ['an alternative without conditions', { $or: [{ [title]: { $eq: 'ink' } }, {}] }],
    ['alternatives beside a condition', { $or: [{ [title]: { $eq: 'ink' } }], [title]: { $notNull: true } }],
    ['alternatives of one condition', { $and: [{ $or: [{ [title]: { $eq: 'ink' } }] }] }],
    ['a negation', { $not: { [title]: { $eq: 'ink' } } }],
    ['the logged-in user', { documentId: { $eq: '$caller' } }],
    ['the opposite of a flag', { [title]: { $null: false } }],
    ['two values of one related document', { room: { name: { $eq: 'Hall' }, id: { $gt: 1 } } }],
    ['a value without an operator', { [title]: 'ink' }],
    ['an operator that does not fit', { [title]: { $lt: 'ink' } }],
    ['an unknown attribute', { nosuch: { $eq: 'ink' } }],
    ['an object as value', { [title]: { $eq: { a: 1 } } }],
  ])('is no list of conditions with %s', (_, tree) => {
    expect(fromFilterTree(tree, exhibit, schema)).toBeUndefined();
  });
});

test.each<[isOffered: boolean, attribute: Attribute]>([
  [true, { type: 'string' }],
  [true, { type: 'enumeration', enum: ['a'] }],
  [true, { type: 'boolean' }],
  [true, { type: 'datetime' }],
  [true, { type: 'media', multiple: true }],
  [true, { type: 'relation', relation: 'manyToOne' }],
  [true, { type: 'relation', relation: 'oneToOne' }],
  [false, { type: 'string', unique: true }],
  [false, { type: 'string', computed: true }],
  [false, { type: 'string', isTitle: true }],
  [false, { type: 'integer', writable: false }],
  [false, { type: 'integer', editable: false }],
  [false, { type: 'uid' }],
  [false, { type: 'password' }],
  [false, { type: 'richtext' }],
  [false, { type: 'component', component: 'a.b' }],
  [false, { type: 'relation', relation: 'oneToOne', inversedBy: 'a' }],
  [false, { type: 'relation', relation: 'manyToMany' }],
  [false, { type: 'relation', relation: 'morphToOne' }],
])('attributes that many documents can be given: %s: %j', (isOffered, attribute) => {
  const form = { sections: [{ attributes: ['attribute'] }], tabs: [], side: [] };
  const attributes = { attribute, hidden: attribute };
  expect(Object.keys(bulkAttributes({ attributes, form }))).toEqual(isOffered ? ['attribute'] : []);
});

describe('a type with stages', () => {
  const user = 'plugin::users-permissions.user';
  const staged: ContentType = { ...exhibit, draftAndPublish: true, stages: ['writing', 'ready'] };
  const parametersOf = (name: string, operator: string, values: readonly string[]) =>
    toFilterParameters([{ path: [name], operator, values }], staged, schema);

  it('has filters and columns for the stage and the assignee, only of drafts', () => {
    expect(parametersOf('strapi_stage', '$eq', ['ready'])).toEqual({ 'filters[$and][0][strapi_stage][$eq]': 'ready' });
    expect(parametersOf('strapi_assignee', '$eq', ['abc'])).toEqual({
      'filters[$and][0][strapi_assignee][$eq]': 'abc',
    });
    const named = (type: ContentType, editView: boolean) =>
      columnsOf(type, schema.targets, editView).filter(({ name }) => name.startsWith('strapi_'));
    expect(named(staged, true).map(({ type }) => type)).toEqual(['string', 'user']);
    expect([named(staged, false), named(exhibit, true)]).toEqual([[], []]);
    expect(projectionParameters(undefined, named(staged, true), true).fields).toEqual([
      ...['documentId', 'strapi_stage', 'strapi_assignee'],
    ]);
  });

  it('are ordered by the stage only as drafts', () => {
    const order = (editView: boolean) =>
      projectionParameters({ path: 'strapi_stage', descending: false }, [], editView).sort;
    expect([order(true), order(false)]).toEqual(['strapi_stage:asc', 'updatedAt:desc']);
  });

  it('offers nothing of the assignee, whom the API compares as a whole', () => {
    expect(resolvePath(['strapi_assignee'], staged, schema)?.next).toEqual([]);
    expect(resolvePath(['strapi_assignee'], staged, schema)?.end).toMatchObject({ target: user });
    expect(resolvePath(['strapi_assignee', 'email'], staged, schema)).toBeUndefined();
  });
});
