// Which packages a project gets, and which only some commands need.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { installCommand } from '../../bin/peers.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Readonly<Record<string, unknown>>;

it('those for deployment are no peer dependencies, which npm installs with --omit=dev, too', () => {
  expect(Object.keys(manifest)).not.toContain('peerDependencies');
});

it('the command that installs them names the versions that Lectern works with', () => {
  expect(installCommand(['serverless', 'serverless-offline'])).toMatch(
    /^npm install --save-dev serverless@npm:osls@\^4\.\S+ serverless-offline@\^14\.\S+$/,
  );
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true; readonly devOptional?: true }>>;
}

it('a project in production gets no deployment tools, no AWS clients and no engine for patterns as packages', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const installed = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path]) => path.replace(/^node_modules\//, ''));
  expect(installed).toEqual(expect.arrayContaining(['mongodb', 'sharp']));
  expect(installed.filter((name) => /^(?:@aws|@smithy\/|recheck|serverless|osls)/.test(name))).toEqual([]);
});
