// What the role of the relay may do besides: send to the configured targets of events, and purge a CloudFront distribution if the
// configuration chooses it. No other role may.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { edgeResources } from '../../infra/edge.js';
import { environmentOf } from '../../infra/resources.js';
import { roleResources } from '../../infra/roles.js';
import { readStage } from '../../infra/stage.js';
import { variablesOf } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-relay-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const stage = await readStage(variablesOf());

/** The rights of the relay and of another function on some services, with these settings. */
const rightsWith = (settings: object, services: RegExp) => {
  const file = join(folder, 'lectern.json');
  writeFileSync(file, JSON.stringify(settings));
  vi.stubEnv('LECTERN_CONFIG', file);
  return Object.values(roleResources(['relay', 'find'], stage)).map(({ Properties }) =>
    Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => services.test(Action[0] ?? ''))
      .map(({ Action, Resource }) => [...Action, Resource]),
  );
};

const sending = (targets: object) => rightsWith({ events: { targets } }, /^(?:sqs|sns|events):/);
const failed = ['sqs:SendMessage', { 'Fn::GetAtt': ['Failed', 'Arn'] }];

it('the relay has a right for each target', () => {
  const targets = {
    search: { queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/search.fifo' },
    changes: { topicArn: 'arn:aws:sns:eu-west-1:123456789012:changes' },
    site: { bus: 'site' },
    other: { bus: 'arn:aws:events:us-east-1:123456789012:event-bus/other' },
  };
  expect(sending(targets)).toEqual([
    [
      failed,
      ['sqs:SendMessage', { 'Fn::Sub': 'arn:${AWS::Partition}:sqs:eu-west-1:123456789012:search.fifo' }],
      ['sns:Publish', 'arn:aws:sns:eu-west-1:123456789012:changes'],
      [
        'events:PutEvents',
        { 'Fn::Sub': 'arn:${AWS::Partition}:events:${AWS::Region}:${AWS::AccountId}:event-bus/site' },
      ],
      ['events:PutEvents', 'arn:aws:events:us-east-1:123456789012:event-bus/other'],
    ],
    [],
  ]);
});

it('a queue that is not on AWS cannot be deployed', () => {
  expect(() => sending({ search: { queueUrl: 'http://localhost:4566/1/search' } })).toThrow(
    'events.targets: write the URL of a queue on AWS',
  );
});

/** What a deployment has for purging, with these settings. */
const deployedWith = (purge: object) => {
  const [relay, find] = rightsWith({ cache: { purge } }, /^cloudfront:/);
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

it.each([
  ['its own distribution by tags', {}, '${Edge}', { HeaderName: 'Cache-Tag' }],
  ['its own distribution by paths', { paths: ['/api/*'] }, '${Edge}', undefined],
  ['another distribution, which it does not change', { distribution: 'E2QWRUHAPOMQZL' }, 'E2QWRUHAPOMQZL', undefined],
])('purges %s', (_, settings, id, tags) => {
  expect(deployedWith({ provider: 'cloudfront', ...settings })).toEqual({
    ...{ relay: right(id), find: [], tags, distribution: { Ref: 'Edge' } },
  });
});

it.each([{}, { provider: 'fastly', service: 's' }])('has no right to purge otherwise: %j', (purge) => {
  expect(deployedWith(purge)).toEqual({ relay: [], find: [], tags: undefined, distribution: { Ref: 'Edge' } });
});
