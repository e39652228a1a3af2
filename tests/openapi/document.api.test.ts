// The description as a whole: valid, complete, and silent about what nobody is to know.
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { fixed, ofTypes } from '../../functions/paths.ts';
import { buildSchema, loadSchema, transitions, type ContentType } from '../../lib/schema/index.ts';
import { library } from '../documents/library.ts';
import { apiOf } from '../setup/api.ts';
import { museum } from '../setup/museum/seed.ts';
import { checkOf, describedOf, type Description } from './described.ts';

const schemas = {
  'the sample site': (await loadSchema('content-types')).schema,
  'the museum': await museum(),
  'the library': library,
  'a site without content types': (await import('../setup/api.ts')).schemaOf({}),
};

const operationsOf = ({ paths }: Description): readonly (readonly [string, string, Description])[] =>
  Object.entries<Description>(paths).flatMap(([path, methods]) =>
    Object.entries<Description>(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  );

describe.each(Object.entries(schemas))('the description of %s', (_, schema) => {
  const description = describedOf(schema);
  const check = checkOf(description);

  it('is valid', async () => {
    expect(await new Validator().validate(description)).toEqual({ valid: true });
  });

  it('has every schema that it refers to', () => {
    const texts = JSON.stringify(description).matchAll(/"#\/components\/(\w+)\/([\w.-]+)/g);
    const missing = [...texts].filter(([, kind = '', name = '']) => description.components[kind]?.[name] === undefined);
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it('names each operation once, and what follows from it by these names', () => {
    const operations = operationsOf(description).map(([, , operation]) => operation);
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
    const links = operations.flatMap(({ responses }) =>
      Object.values<Description>(responses).flatMap(({ links = {} }) => Object.values<Description>(links)),
    );
    expect(links.map(({ operationId }) => operationId).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('tells of each name in a path', () => {
    for (const [method, path, { parameters = [] }] of operationsOf(description)) {
      const told = parameters.filter((one: Description) => one.in === 'path').map((one: Description) => one.name);
      expect([method, path, told]).toEqual([method, path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]);
    }
  });

  it('has examples that are what it says of them', () => {
    const contents = operationsOf(description).flatMap(([method, path, { requestBody, responses }]) =>
      [requestBody, ...Object.values(responses)].map((one: Description) => [method, path, one?.content] as const),
    );
    const examples = contents.flatMap(([method, path, content]) => {
      const { schema: said, example } = content?.['application/json'] ?? {};
      return example === undefined ? [] : [{ at: `${method} ${path}`, said, example }];
    });
    expect(examples.length).toBeGreaterThan(5);
    for (const { at, said, example } of examples) expect([at, check(said, example)]).toEqual([at, []]);
  });

  it('has every path of the table, with its methods', () => {
    const there = operationsOf(description).map(([method, path]) => `${method} ${path}`);
    expect(there).toEqual(expect.arrayContaining(fixed.map(({ method, path }) => `${method} ${path}`)));
  });
});

describe('webhooks', () => {
  const description = describedOf(library);
  const { schema } = description.paths['/admin/webhooks'].post.requestBody.content['application/json'];
  const faults = (more: object) =>
    checkOf(description)(schema, { name: 'site', url: 'https://example.org', events: ['entry.publish'], ...more });

  it.each([{ contentTypes: ['book', 'api::author.author'] }, { contentTypes: null }, {}])('may be %j', (more) => {
    expect(faults(more)).toEqual([]);
  });

  it.each([{ contentTypes: ['boook'] }, { contentTypes: [] }, { url: 'ftp://example.org' }, { events: ['publish'] }])(
    'may not be %j',
    (more) => {
      expect(faults(more)).not.toEqual([]);
    },
  );
});

describe('the routes of types are those that are served', () => {
  const api = apiOf(library);
  const there = new Set(operationsOf(describedOf(library)).map(([method, path]) => `${method} ${path}`));
  const expanded = (segment: string, type: ContentType) =>
    ofTypes.flatMap(({ method, path }) =>
      (path.includes('{action}') ? transitions : ['']).map((action) => ({
        ...{ method, type },
        path: path.replace('{contentType}', segment).replace('{action}', action),
        isAction: action !== '',
      })),
    );
  const all = [...library.served].flatMap(([segment, type]) => expanded(segment, type));

  it.each(all)('$method $path', async ({ method, path, type, isAction }) => {
    const { status } = await api.request(method, path.replace('{documentId}', 'x'), { as: null });
    // What publishes a type without drafts is there to refuse it.
    const isTold = there.has(`${method} ${path}`);
    expect(isTold).toBe(![404, 405].includes(status) && (type.draftAndPublish || !isAction));
  });
});

describe('private attributes', () => {
  const attribute = (more: object) => ({ type: 'string', ...more });
  const type = {
    kind: 'collectionType',
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    options: { draftAndPublish: false, privateAttributes: ['withheld'] },
    attributes: {
      shown: attribute({}),
      concealed: attribute({ private: true, required: true }),
      withheld: attribute({}),
      pin: { type: 'password' },
      hushed: { type: 'relation', relation: 'manyToOne', target: 'api::note.note', private: true },
    },
  };
  const { schema } = buildSchema({ 'note.json': JSON.stringify(type) });
  const description = describedOf(schema ?? library);
  const text = JSON.stringify(description);

  it.each(['concealed', 'withheld', 'hushed', 'resetPasswordToken', 'sessionsSince'])('%s is not told of', (name) => {
    expect(text).not.toContain(name);
    expect(text).toContain('shown');
  });

  it('passwords are told of where they are written', () => {
    const { Note, NoteInput } = description.components.schemas;
    expect(Object.keys(Note.properties)).not.toContain('pin');
    expect(NoteInput.properties.pin).toMatchObject({ format: 'password', writeOnly: true });
    expect(text.match(/"pin"/g)).toHaveLength(4); // and in each example of a body
  });
});
