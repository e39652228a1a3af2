// The description as a whole: valid, complete, and without private attributes.
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { contentRoutes, fixedRoutes } from '../../../lib/api/http/routes/index.ts';
import { buildSchema, loadSchema, transitions, type ContentType } from '../../../lib/schema/index.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';
import { largeSchema } from '../../setup/large.ts';
import { museum } from '../../setup/museum/seed.ts';
import { loadNetwork } from '../../setup/network.ts';
import { checkOf, describedOf, jsonOf, named, resolved, type Description } from './described.ts';

const schemas = {
  'the sample site': (await loadSchema('content-types')).schema,
  'the museum': await museum(),
  'the library': library,
  'a site with every kind of relation': await loadNetwork(),
  'a site without content types': (await import('../../setup/api.ts')).schemaOf({}),
};

const operationsOf = ({ paths }: Description): readonly (readonly [string, string, Description])[] =>
  Object.entries<Description>(paths).flatMap(([path, methods]) =>
    Object.entries<Description>(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  );

/** All objects of a description, with the schemas among them. */
const schemasIn = (value: Description): readonly Description[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [] : [value]), ...Object.values<Description>(value).flatMap(schemasIn)];

describe.each(Object.entries(schemas))('the description of %s', (_, schema) => {
  const description = describedOf(schema);
  const check = checkOf(description);

  it('is valid', async () => {
    expect(await new Validator().validate(description)).toEqual({ valid: true });
  });

  it('has every schema that it refers to', () => {
    const texts = JSON.stringify(description).matchAll(/"#\/components\/(\w+)\/([^"]+)/g);
    const missing = [...texts].filter(([, kind = '', name = '']) => description.components[kind]?.[name] === undefined);
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it('is what generators of clients understand', () => {
    const faults = schemasIn(description).flatMap((one) => {
      const { $ref, type, items, const: only, definitions } = one;
      const others = Object.keys(one).filter((key) => !['$ref', 'description'].includes(key));
      const is = {
        'a reference with more than a description': $ref !== undefined && others.length > 0,
        'a list without items': [type].flat().includes('array') && items === undefined,
        'a boolean constant': typeof only === 'boolean',
        'a schema in a schema': definitions !== undefined,
      };
      return Object.entries(is).flatMap(([what, found]) => (found ? [`${what}: ${JSON.stringify(one)}`] : []));
    });
    expect(faults).toEqual([]);
  });

  it('gives each operation a unique id, and its links use these ids', () => {
    const operations = operationsOf(description).map(([, , operation]) => operation);
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
    const links = operations.flatMap(({ responses }) =>
      Object.values<Description>(responses).flatMap((one) =>
        Object.values<Description>(resolved(description, one).links ?? {}),
      ),
    );
    expect(links.map(({ operationId }) => operationId).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('declares every parameter in a path', () => {
    for (const [method, path, { parameters = [] }] of operationsOf(description)) {
      const all: readonly Description[] = parameters.map((one: Description) => resolved(description, one));
      const names = all.filter((one) => one.in === 'path').map(({ name }) => name);
      expect([method, path, names]).toEqual([method, path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]);
    }
  });

  it('explains the 403 of a login, and conflicts where no Idempotency-Key is sent', () => {
    expect(description.paths['/api/auth/local'].post.description).toContain('second factor gets 403');
    const { 409: conflict } = description.paths['/api/auth/factors/{step}'].post.responses;
    expect(resolved(description, conflict).description).toMatch(/^What is stored/);
  });

  it('has examples that match their schemas', () => {
    const bodies = operationsOf(description).flatMap(([method, path, { requestBody, responses }]) =>
      [requestBody, ...Object.values(responses)].map((one) => [method, path, jsonOf(description, one)] as const),
    );
    const examples = bodies.flatMap(([method, path, json]) =>
      json?.example === undefined ? [] : [{ at: `${method} ${path}`, jsonSchema: json.schema, example: json.example }],
    );
    expect(examples.length).toBeGreaterThan(5);
    for (const { at, jsonSchema, example } of examples) expect([at, check(jsonSchema, example)]).toEqual([at, []]);
  });

  it('has every fixed path with its methods', () => {
    const documentedRoutes = operationsOf(description).map(([method, path]) => `${method} ${path}`);
    expect(documentedRoutes).toEqual(
      expect.arrayContaining(fixedRoutes.map(({ method, path }) => `${method} ${path}`)),
    );
  });
});

describe('the schema of webhooks', () => {
  const description = describedOf(library);
  const { schema } = description.paths['/admin/webhooks'].post.requestBody.content['application/json'];
  const faults = (more: object) =>
    checkOf(description)(schema, { name: 'site', url: 'https://example.org', events: ['entry.publish'], ...more });

  it.each([{ contentTypes: ['book', 'api::author.author'] }, { contentTypes: null }, {}])('accepts %j', (more) => {
    expect(faults(more)).toEqual([]);
  });

  it.each([{ contentTypes: ['boook'] }, { contentTypes: [] }, { url: 'ftp://example.org' }, { events: ['publish'] }])(
    'refuses %j',
    (more) => {
      expect(faults(more)).not.toEqual([]);
    },
  );
});

describe('the description has exactly the routes of types that are served:', () => {
  const api = createApi(library);
  const documentedRoutes = new Set(operationsOf(describedOf(library)).map(([method, path]) => `${method} ${path}`));
  const expanded = (segment: string, type: ContentType) =>
    // The routes of versions, schedules, stages and comments are described once for all types.
    contentRoutes
      .filter(({ path }) => !/\/(?:versions|schedule|comments|stages?$|assignee$)/.test(path))
      .flatMap(({ method, path }) =>
        (path.includes('{action}') ? transitions : ['']).map((action) => ({
          ...{ method, type },
          path: path.replace('{contentType}', segment).replace('{action}', action),
          isAction: action !== '',
        })),
      );
  const all = [...library.served].flatMap(([segment, type]) => expanded(segment, type));

  it.each(all)('$method $path', async ({ method, path, type, isAction }) => {
    const { status } = await api.request(method, path.replace('{documentId}', 'x'), { as: null });
    // The publish actions of a type without drafts are served, but only refuse.
    const isDocumented = documentedRoutes.has(`${method} ${path}`);
    expect(isDocumented).toBe(![404, 405].includes(status) && (type.draftAndPublish || !isAction));
  });
});

describe('the schema of polymorphic targets', async () => {
  const description = describedOf(await loadNetwork());
  const check = checkOf(description);
  const person = { __type: 'api::person.person', id: 1, documentId: 'a', name: 'Maud' };
  const remark = { __type: 'api::remark.remark', id: 2, documentId: 'b', about: person, subjects: [person] };

  it.each<[string, object]>([
    ['accepts a document with its type', person],
    ['accepts polymorphic relations of the target', remark],
  ])('%s', (_, target) => {
    expect(check(named('LinkedDocument'), target)).toEqual([]);
  });

  it.each<[string, object]>([
    ['without a type', { id: 1, documentId: 'a' }],
    ['of an unknown type', { ...person, __type: 'api::page.page' }],
    ['with an attribute of another type', { ...person, text: 'Nobody agrees' }],
    ['with a relation to a document without a type', { ...remark, about: { id: 1, documentId: 'a' } }],
  ])('refuses a document %s', (_, target) => {
    expect(check(named('LinkedDocument'), target)).not.toEqual([]);
  });

  it('does not exist without polymorphic relations', () => {
    const schemas = JSON.stringify(describedOf(library).components.schemas);
    expect([schemas.includes('LinkedDocument'), schemas.includes('"__type":{"const"')]).toEqual([false, false]);
  });
});

it('dynamic zones of the same components have one schema', () => {
  const { components } = describedOf(largeSchema(2));
  const zones = Object.keys(components.schemas).filter((name) => name.includes('Sections'));
  expect(zones).toEqual(['Article0Sections', 'Article0SectionsInput']);
  expect(components.schemas.Article1.properties.sections.items).toEqual(named('Article0Sections'));
});

describe('attributes', () => {
  const attribute = (more: object) => ({ type: 'string', ...more });
  const type = {
    kind: 'collectionType',
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    options: { draftAndPublish: false, privateAttributes: ['withheld'] },
    attributes: {
      visible: attribute({}),
      concealed: attribute({ private: true, required: true }),
      withheld: attribute({}),
      pin: { type: 'password' },
      code: attribute({ regex: '^[a-z]+$' }),
      hushed: { type: 'relation', relation: 'manyToOne', target: 'api::note.note', private: true },
    },
  };
  const { schema } = buildSchema({ 'note.json': JSON.stringify(type) });
  const description = describedOf(schema ?? library);
  const text = JSON.stringify(description);

  it.each(['concealed', 'withheld', 'hushed', 'resetPasswordToken', 'sessionsSince'])(
    '%s is private and not in the description',
    (name) => {
      expect(text).not.toContain(name);
      expect(text).toContain('"visible"');
    },
  );

  it('passwords are only in the schemas of bodies', () => {
    const { Note, NoteInput } = description.components.schemas;
    expect(Object.keys(Note.properties)).not.toContain('pin');
    expect(NoteInput.properties.pin).toMatchObject({ format: 'password', writeOnly: true });
    expect(text.match(/"pin"/g)).toHaveLength(2); // The other one is in the example of a body.
  });

  it('a pattern has the length limit up to which Lectern runs it', () => {
    expect(description.components.schemas.NoteInput.properties.code).toEqual({
      type: ['string', 'null'],
      maxLength: 255,
      pattern: '^$|(?:^[a-z]+$)',
    });
  });
});
