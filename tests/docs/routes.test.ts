// Generates docs/reference/all-routes.md from the declared routes. docs/deploy.md counts the functions.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lambdas } from '../../infra/lambdas.js';
import { contentRoutes, fixedRoutes } from '../../lib/api/http/routes/index.ts';

const routes = [...contentRoutes, ...fixedRoutes];
const paths = new Set(routes.map(({ path }) => path));

/** The page of permissions says once that a single type has the paths of documents, without `/{documentId}`. */
const isOfSingleType = (path: string): boolean => {
  const [, rest] = path.split(/^\/api\/\{contentType\}\//);
  return rest !== undefined && paths.has(`/api/{contentType}/{documentId}/${rest}`);
};

const listed = routes.filter(({ path }) => !isOfSingleType(path));

const sections = [...new Set(listed.map((route) => route.function))].map((name) => {
  const items = listed
    .filter((route) => route.function === name)
    .map(({ method, path, access, summary }) => `- \`${method} ${path}\` (\`${access}\`): ${summary}\n`);
  return `## ${name}\n\n${items.join('')}`;
});

const page = `<!-- Generated from lib/api/http/routes: npx vitest run tests/docs/routes.test.ts -u -->

# All routes

Every route by the Lambda function that runs it, with its [permission](routes.md).

${sections.join('\n')}`;

it('the page of all routes is the one that their declarations generate', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/reference/all-routes.md');
});

it('docs/deploy.md names the number of functions', () => {
  const count = Object.keys(lambdas).length;
  expect(readFileSync('docs/deploy.md', 'utf8')).toContain(` ${count - 1} functions (${count} if your extensions have`);
});
