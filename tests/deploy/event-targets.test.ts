// The role of the relay may send to the configured targets of events, and no other role may.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { roleResources } from '../../infra/roles.js';
import { readStage } from '../../infra/stage.js';
import { variablesOf } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-targets-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const stage = await readStage(variablesOf());

/** The rights of two functions, with these targets in the configuration. */
const rightsWith = (targets: object) => {
  const file = join(folder, 'lectern.json');
  writeFileSync(file, JSON.stringify({ events: { targets } }));
  vi.stubEnv('LECTERN_CONFIG', file);
  const roles = roleResources(['relay', 'find'], stage);
  return Object.values(roles).map(({ Properties }) =>
    Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => /^(?:sqs|sns|events):/.test(Action[0] ?? ''))
      .map(({ Action, Resource }) => [...Action, Resource]),
  );
};
const failed = ['sqs:SendMessage', { 'Fn::GetAtt': ['Failed', 'Arn'] }];

it('the relay has a right for each target', () => {
  const targets = {
    search: { queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/search.fifo' },
    changes: { topicArn: 'arn:aws:sns:eu-west-1:123456789012:changes' },
    site: { bus: 'site' },
    other: { bus: 'arn:aws:events:us-east-1:123456789012:event-bus/other' },
  };
  expect(rightsWith(targets)).toEqual([
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
  expect(() => rightsWith({ search: { queueUrl: 'http://localhost:4566/1/search' } })).toThrow(
    'events.targets: write the URL of a queue on AWS',
  );
});
