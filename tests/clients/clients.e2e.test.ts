// Runs clients of Strapi, as they are published, against `npm start`, and lists them in docs/differences.md; `npm run
// clients:record` writes the list.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.ts';
import { blocksRenderer } from './blocksRenderer.ts';
import { versionOf } from './client.ts';
import { communityLoader } from './communityLoader.ts';
import { gatsbySource } from './gatsbySource.ts';
import { apolloClient, genql, urql } from './graphqlClients.ts';
import { fillLectern, startLectern, type Lectern } from './lectern.ts';
import { nuxtStrapi } from './nuxtStrapi.ts';
import { sensinumLoader } from './sensinumLoader.ts';
import { strapiClient } from './strapiClient.ts';
import { strapiSdk } from './strapiSdk.ts';

const clients = [
  ...[strapiClient, strapiSdk, nuxtStrapi, communityLoader, sensinumLoader, gatsbySource, blocksRenderer],
  ...[apolloClient, urql, genql],
];
const page = join(import.meta.dirname, '../../docs/differences.md');

const { uri } = freshDatabase();
let lectern: Lectern;
beforeAll(async () => {
  lectern = await startLectern(uri);
  return lectern.stop;
});
beforeAll(() => fillLectern(lectern));

/** The tests that pass, as `client: test`. */
const passingTests = new Set<string>();

describe.each(clients)('$name', ({ name, tests }) => {
  it.each(Object.keys(tests))('%s', async (test) => {
    await tests[test]?.(lectern);
    passingTests.add(`${name}: ${test}`);
  });
});

const formatList = (): string =>
  clients
    .map(({ name, tests }) => {
      const names = Object.keys(tests);
      const passing = names.filter((test) => passingTests.has(`${name}: ${test}`));
      return `- \`${name}\` ${versionOf(name)}: ${names.join('; ')} (${passing.length} of ${names.length})\n`;
    })
    .join('');

it('docs/differences.md lists the clients with their versions and results', async () => {
  const [before = '', after = ''] = readFileSync(page, 'utf8').split(/(?<=<!-- clients -->\n\n)(?:- .*\n)*/);
  const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig;
  const { code } = await format(page, `${before}${formatList()}${after}`, options);
  await expect(code).toMatchFileSnapshot(page);
});
