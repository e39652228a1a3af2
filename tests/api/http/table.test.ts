// The table of routes: what must hold of its rows together.
import { expect, it } from 'vitest';
import { permissionsIn } from '../../../lib/platform/access/index.ts';
import { contentRoutes, fixedRoutes, routes } from '../../../lib/api/http/routes/index.ts';
import { lambdas } from '../../../infra/lambdas.js';
import { functionNames } from '../../../bin/buildFunctions.js';
import { faultsOf, type } from '../../schema/folder.ts';
import { schemaOf, typeFile } from '../../setup/schema.ts';

const repeated = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

it('has each method of a path once, and each name of an operation that is of no content type', () => {
  expect(repeated(routes.map(({ method, path }) => `${method} ${path}`))).toEqual([]);
  expect(repeated(fixedRoutes.map(({ operation }) => operation))).toEqual([]);
});

it('names permissions that exist', () => {
  const options = { draftAndPublish: true, review: ['writing', 'ready'] };
  const permissions = permissionsIn({ schema: schemaOf({ 'book.json': typeFile('book', {}, { options }) }) });
  const named = [
    ...fixedRoutes.flatMap(({ access }) => (access.includes('.') ? [access] : [])),
    ...contentRoutes.flatMap(({ access }) =>
      access === 'caller' ? [] : [access.replace('{contentType}', 'api::book.book')],
    ),
  ];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !permissions.has(name))).toEqual([]);
});

it('has a file and a size for each function, and a route for each that nothing else starts', () => {
  const sized = Object.entries(lambdas);
  expect(sized.map(([name]) => name).sort()).toEqual([...functionNames()].sort());
  const routed = sized.filter(([, { events }]) => events === undefined).map(([name]) => name);
  // The routes of `extensions` are those of a project.
  const wanted = new Set([...routes.map((route) => route.function), 'extensions']);
  expect(routed.sort()).toEqual([...wanted].sort());
});

it('reserves the first name of each path below /api, which a content type could have otherwise', () => {
  // The routes below /api/agents have the path of no document, because nothing has such a documentId.
  const paths = fixedRoutes.map(({ path }) => path).filter((path) => !path.startsWith('/api/agents/'));
  const names = new Set(paths.flatMap((path) => /^\/api\/([^/{]+)/.exec(path)?.[1] ?? []));
  expect([...names]).toContain('editor');
  const info = (name: string) => ({ singularName: name, pluralName: `${name}-list`, displayName: name });
  for (const name of names)
    expect(faultsOf({ [name]: type(name, {}, { kind: 'singleType', info: info(name) }) }).join()).toContain(
      `/api/${name} is a route of Lectern's own`,
    );
});
