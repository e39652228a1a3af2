// Which packages a project gets that only some commands need.
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
