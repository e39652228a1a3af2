// docs/reference/routes.md lists the declared routes, and docs/deploy.md counts the functions.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lambdas } from '../../infra/lambdas.js';
import { contentRoutes, fixedRoutes } from '../../lib/api/http/routes/index.ts';

it('the page of routes lists each route under its function, with its permission', () => {
  const listed = readFileSync('docs/reference/routes.md', 'utf8')
    .split(/^\*\*/m)
    .slice(1)
    .flatMap((block) => {
      const [, name = ''] = /^`(\w+)`/.exec(block) ?? [];
      return block.split(/^- /m).flatMap((item) => {
        const [access = '', ...requests] = [...item.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
        return requests.flatMap((request) => {
          const [, methods = '', path] = /^(.+) (\S+)$/.exec(request) ?? [];
          return methods.split(', ').map((method) => `${name} ${access} ${method} ${path}`);
        });
      });
    });
  const routes = [...contentRoutes, ...fixedRoutes];
  const paths = new Set(routes.map(({ path }) => path));
  // The page says once that a single type has the paths of documents, without `/{documentId}`.
  const isOfSingleType = (path: string): boolean => {
    const [, rest] = path.split(/^\/api\/\{contentType\}\//);
    return rest !== undefined && paths.has(`/api/{contentType}/{documentId}/${rest}`);
  };
  const declared = routes
    .filter(({ path }) => !isOfSingleType(path))
    .map(({ method, path, access, function: name }) => `${name} ${access} ${method} ${path}`);
  expect(listed.toSorted()).toEqual(declared.toSorted());
});

it('docs/deploy.md names the number of functions', () => {
  const count = Object.keys(lambdas).length;
  expect(readFileSync('docs/deploy.md', 'utf8')).toContain(` ${count - 1} functions (${count} if your extensions have`);
});
