// What a deployment finds out about its stack when it has failed, with a server that imitates CloudFormation.
import console from 'node:console';
import { beforeEach, expect, it, vi } from 'vitest';
import { watchStack } from '../../infra/watchStack.js';
import { startStandIn } from '../setup/httpStandIn.ts';

beforeEach(() => {
  vi.stubEnv('SLS_AWS_MONITORING_FREQUENCY', '0');
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});

/** The status and the minute of the last change; undefined: there is no stack; a number: an HTTP status. */
type Answer = readonly [string, number] | number | undefined;

const xmlOf = (answer: Exclude<Answer, number>): string => {
  if (answer === undefined)
    return '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id site-dev does not exist</Message></Error></ErrorResponse>';
  const [status, minute] = answer;
  const times = `<CreationTime>2026-01-01T00:00:00Z</CreationTime><LastUpdatedTime>2026-01-01T00:0${minute}:00Z</LastUpdatedTime>`;
  const stack = `<member><StackName>site-dev</StackName>${times}<StackStatus>${status}</StackStatus></member>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};

const cloudFormation = await startStandIn();
const config = {
  ...{ region: 'eu-central-1', endpoint: cloudFormation.url, maxAttempts: 1 },
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};
const provider = {
  getAwsSdkV3Config: () => Promise.resolve(config),
  naming: { getStackName: () => 'site-dev' },
};

/** CloudFormation gives these answers, and then repeats the last one. */
const outcomeOf = async (...answers: Answer[]) => {
  cloudFormation.answer = (response) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(answer === undefined ? 400 : 200).end(xmlOf(answer));
  };
  return (await watchStack(provider))();
};
const before: Answer = ['UPDATE_COMPLETE', 1];

it('waits until CloudFormation has restored the functions', async () => {
  const rollback: readonly Answer[] = [
    ['UPDATE_ROLLBACK_IN_PROGRESS', 2],
    500,
    ['UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS', 2],
  ];
  const answers: Answer[] = [before, ...rollback, ['UPDATE_ROLLBACK_COMPLETE', 2]];
  expect(await outcomeOf(...answers)).toBe('restored');
});

it.each<[string, Answer[]]>([
  // The rollback failed.
  ['mixed', [before, ['UPDATE_ROLLBACK_FAILED', 2]]],
  // Only the question about it failed.
  ['deployed', [before, ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 2], ['UPDATE_COMPLETE', 2]]],
  // It had not begun to change.
  ['unchanged', [before]],
  ['unchanged', [['UPDATE_ROLLBACK_COMPLETE', 1]]],
  // The first deployment.
  ['unchanged', [undefined]],
  ['restored', [undefined, ['REVIEW_IN_PROGRESS', 2]]],
  ['deployed', [undefined, ['CREATE_COMPLETE', 2]]],
  ['restored', [before, undefined]],
  ['unknown', [before, 500]],
])('finds %s', async (outcome, answers) => {
  expect(await outcomeOf(...answers)).toBe(outcome);
});
