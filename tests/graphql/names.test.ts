// Names that two things want: each has one of its own, and the types that each schema has keep theirs.
import {
  getNamedType,
  isInputObjectType,
  isUnionType,
  printType,
  validateSchema,
  GraphQLSchema,
  type GraphQLNamedType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../lib/graphql/index.ts';
import type { AttributeHolder } from '../../lib/schema/index.ts';
import { componentFile, relationTo, typeFile, schemaOf as modelOf } from '../setup/schema.ts';
import { schema as garden } from './gardenApi.ts';

type Files = Readonly<Record<string, string>>;

const namesOf = (schema: GraphQLSchema): readonly string[] =>
  Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__'));

const empty = schemaOf(modelOf({}));

/** The names that a schema has without types of a project, and those that its scalars and zones bring. */
const ownNames = new Set([
  ...namesOf(empty),
  ...namesOf(schemaOf(garden)).filter((name) =>
    /^(?:GenericMorph|Error|[A-Z]\w*FilterInput|Date|DateTime|Time|Long)$/.test(name),
  ),
]);

/** `FileInfoInput` as `file-info-input`, `JSON` as `j-s-o-n`. */
const kebabCase = (name: string): string => name.replace(/(?!^)(?=[A-Z])/g, '-').toLowerCase();

const typeNamed = (name: string): Files => ({
  [`${name}.json`]: typeFile(name, { title: { type: 'string' } }, { collectionName: `own-${name}` }),
});

/** The fields of queries and mutations whose type is that of a content type. */
const rootsOf = (schema: GraphQLSchema, uid: string) =>
  [schema.getQueryType(), schema.getMutationType()]
    .flatMap((root) => Object.values(root?.getFields() ?? {}))
    .filter(({ type }) => {
      const named: GraphQLNamedType = getNamedType(type);
      return (named.extensions.holder as AttributeHolder | undefined)?.uid === uid;
    });

/** Expects that the schema has all types of the files, and nothing else has changed. @returns the schema */
const expectOwnNames = (files: Files): GraphQLSchema => {
  const model = modelOf(files);
  const schema = schemaOf(model);
  expect(validateSchema(new GraphQLSchema({ ...schema.toConfig(), assumeValid: false }))).toEqual([]);
  for (const name of namesOf(empty).filter((one) => one !== 'Query' && one !== 'Mutation')) {
    const [type, before] = [schema.getType(name), empty.getType(name)];
    // The relations of built-in types are named last.
    const text = type && printType(type).replace(/RelationResponseCollection_/, 'RelationResponseCollection');
    if (!name.endsWith('RelationResponseCollection')) expect(text, name).toBe(before && printType(before));
  }
  for (const root of ['getQueryType', 'getMutationType'] as const) {
    const [fields, before] = [schema, empty].map((one) => Object.entries(one[root]()?.getFields() ?? {}));
    const types = new Map(fields?.map(([name, { type }]) => [name, String(type)]));
    for (const [name, { type }] of before ?? []) expect(types.get(name), name).toBe(String(type));
    expect(types.size).toBe((before?.length ?? 0) + 3 * model.served.size);
  }
  // One and a list of each, a mutation that creates, and one that updates.
  for (const { uid } of model.served.values()) expect(rootsOf(schema, uid), uid).toHaveLength(4);
  return schema;
};

describe('a type', () => {
  for (const name of ownNames)
    it(`can be called ${name}`, () => {
      expectOwnNames(typeNamed(kebabCase(name)));
    });

  it('can have any of these names', () => {
    expect(ownNames.size).toBeGreaterThan(50);
    expectOwnNames(Object.assign({}, ...[...ownNames].map((name) => typeNamed(kebabCase(name)))) as Files);
  });

  it('can have the name of a field, or begin with a digit', () => {
    for (const name of ['me', '2-fold', 'upload-file', 'query']) expectOwnNames(typeNamed(name));
  });
});

const thing = typeFile('thing', {
  kind: { type: 'enumeration', enum: ['a'] },
  body: { type: 'dynamiczone', components: ['thing.part'] },
  part: { type: 'component', component: 'thing.part' },
  things: relationTo('manyToMany', 'thing'),
  things_connection: { type: 'string' },
});
const part = componentFile({ body: { type: 'dynamiczone', components: ['thing.leaf'] } });
const things: Files = {
  'thing.json': thing,
  'components/thing/part.json': part,
  'components/thing/leaf.json': componentFile({ title: { type: 'string' } }),
};

describe('names that come from a type', () => {
  const derived = namesOf(schemaOf(modelOf(things))).filter((name) => /^(?:Component)?Thing.+[a-z]/.test(name));

  it('are of each kind', () => {
    const kinds =
      'Input FiltersInput EntityResponseCollection RelationResponseCollection BodyDynamicZone BodyDynamicZoneInput';
    for (const kind of kinds.split(' ')) expect(derived).toContain(`Thing${kind}`);
    for (const name of ['ComponentThingPart', 'ComponentThingPartInput', 'ComponentThingPartBodyDynamicZone'])
      expect(derived).toContain(name);
  });

  for (const name of derived)
    it(`can be those of another: ${name}`, () => {
      const kebab = kebabCase(name);
      const own = typeNamed(kebab);
      for (const files of [
        { ...things, ...own },
        { ...own, ...things },
      ])
        expectOwnNames(files);
      const [, component] = /^component-thing-(.+)$/.exec(kebab) ?? [];
      if (component === undefined || component in { part: 1, leaf: 1 }) return;
      expectOwnNames({ ...things, ...own, [`components/thing/${component}.json`]: part });
    });

  it('can be written in two ways', () => {
    expectOwnNames({ ...typeNamed('a-b1'), ...typeNamed('a-b-1'), ...typeNamed('a-b1-s') });
  });
});

it('a connection leaves the attributes of a type their names', () => {
  const type = expectOwnNames(things).getType('Thing');
  const fields = type && 'getFields' in type ? type.getFields() : {};
  expect(String(fields.things_connection?.type)).toBe('String');
  expect(String(fields.things_connection_?.type)).toBe('ThingRelationResponseCollection');
});

it('an entry of a zone has the name of its component', () => {
  const schema = expectOwnNames({ ...typeNamed('component-thing-part'), ...things });
  const zone = schema.getType('ThingBodyDynamicZone');
  expect(isUnionType(zone) && zone.getTypes().map(String)).toEqual(['ComponentThingPart_', 'Error']);
  const input = schema.getType('ThingInput');
  const body = isInputObjectType(input) ? getNamedType(input.getFields().body?.type) : undefined;
  expect(body && 'parseValue' in body && body.parseValue({ __typename: 'ComponentThingPart_', body: [] })).toEqual({
    __component: 'thing.part',
    body: [],
  });
});

it('a required relation can be null, because its document may be hidden; files, components and values cannot', () => {
  const schema = schemaOf(
    modelOf({
      'components/part/tip.json': componentFile({ text: { type: 'string', required: true } }),
      'author.json': typeFile('author', { name: { type: 'string' } }),
      'article.json': typeFile('article', {
        author: { ...relationTo('manyToOne', 'author'), required: true },
        cover: { type: 'media', required: true },
        tip: { type: 'component', component: 'part.tip', required: true },
      }),
    }),
  );
  const article = schema.getType('Article');
  const fields = article === undefined ? '' : printType(article);
  for (const line of ['author: Author\n', 'cover: UploadFile!\n', 'tip: ComponentPartTip!\n'])
    expect(fields).toContain(`  ${line}`);
});

it('each field of a query and a mutation has what answers it', () => {
  for (const schema of [empty, schemaOf(garden)])
    for (const root of [schema.getQueryType(), schema.getMutationType()]) {
      const fields = Object.values(root?.getFields() ?? {});
      expect(fields.length).toBeGreaterThan(0);
      expect(fields.filter(({ extensions }) => typeof extensions.resolve !== 'function')).toEqual([]);
    }
});
