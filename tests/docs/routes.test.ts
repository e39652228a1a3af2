// docs/routes.md lists the table of routes.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contentRoutes, fixedRoutes } from '../../lib/api/http/routes/index.ts';

it('the page of routes has a row for each route, and says the same of it', () => {
  const rows = readFileSync('docs/routes.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| (?:GET|POST|PUT|DELETE) /.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    [...contentRoutes, ...fixedRoutes].map(({ method, path, summary, access, function: name }) => [
      ...[method, `\`${path}\``, summary, `\`${access}\``, `\`${name}\``],
    ]),
  );
});
