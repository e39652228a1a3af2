// A deployment can purge a CloudFront distribution: the role of the relay alone, and only if the configuration chooses it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { edgeResources } from '../../infra/edge.js';
import { environmentOf } from '../../infra/resources.js';
import { roleResources } from '../../infra/roles.js';
import { readStage } from '../../infra/stage.js';
import { variablesOf } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-purge-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const stage = await readStage(variablesOf());

/** What a deployment has for purging, with these settings. */
const deployedWith = (purge: object) => {
  const file = join(folder, 'lectern.json');
  writeFileSync(file, JSON.stringify({ cache: { purge } }));
  vi.stubEnv('LECTERN_CONFIG', file);
  const [relay, find] = Object.values(roleResources(['relay', 'find'], stage)).map(({ Properties }) =>
    Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => Action.some((action) => action.startsWith('cloudfront:')))
      .map(({ Action, Resource }) => [...Action, Resource]),
  );
  const { Edge } = edgeResources(stage, { behaviors: [], resources: {} });
  const { LECTERN_DISTRIBUTION: distribution } = environmentOf(stage) as Readonly<Record<string, unknown>>;
  const { CacheTagConfig: tags } = Edge.Properties.DistributionConfig as { readonly CacheTagConfig?: object };
  return { relay, find, tags, distribution };
};

const right = (id: string) => [
  [
    'cloudfront:CreateInvalidation',
    { 'Fn::Sub': `arn:\${AWS::Partition}:cloudfront::\${AWS::AccountId}:distribution/${id}` },
  ],
];

it('purges its own distribution by tags', () => {
  expect(deployedWith({ provider: 'cloudfront' })).toEqual({
    ...{ relay: right('${Edge}'), find: [], tags: { HeaderName: 'Cache-Tag' }, distribution: { Ref: 'Edge' } },
  });
});

it('purges its own distribution by paths', () => {
  expect(deployedWith({ provider: 'cloudfront', paths: ['/api/*'] })).toEqual({
    ...{ relay: right('${Edge}'), find: [], tags: undefined, distribution: { Ref: 'Edge' } },
  });
});

it('purges another distribution, which it does not change', () => {
  expect(deployedWith({ provider: 'cloudfront', distribution: 'E2QWRUHAPOMQZL' })).toEqual({
    ...{ relay: right('E2QWRUHAPOMQZL'), find: [], tags: undefined, distribution: { Ref: 'Edge' } },
  });
});

it.each([{}, { provider: 'fastly', service: 's' }])('has no right to purge otherwise: %j', (purge) => {
  expect(deployedWith(purge)).toEqual({ relay: [], find: [], tags: undefined, distribution: { Ref: 'Edge' } });
});
