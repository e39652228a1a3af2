// The parameters of a stage: their defaults, and which values are refused.
import { expect, it } from 'vitest';
import { concurrencyOf } from '../../infra/concurrency.js';
import { secretVariables } from '../../infra/secrets.js';
import { readStage } from '../../infra/stage.js';
import { parametersOf, variablesOf } from './variables.ts';

const stageWith = (parameters: Readonly<Record<string, string>>) => readStage(parametersOf(parameters));

it.each([
  ['dev', 0, 14],
  ['prod', 10, 90],
])('the stage %s lets CloudFront cache for %i seconds, and keeps its logs for %i days', async (name, seconds, days) => {
  const { prefix, edgeSeconds, logDays } = await readStage(variablesOf({ 'opt:stage': name }));
  expect([prefix, edgeSeconds, logDays]).toEqual([`lectern-${name}`, seconds, days]);
});

it.each(['Prod', 'x'.repeat(22), 'dev-', ''])('refuses the stage "%s"', async (name) => {
  await expect(readStage(variablesOf({ 'opt:stage': name }))).rejects.toThrow(
    `The stage "${name}": write at most 21 small letters, digits and hyphens between them`,
  );
});

it.each([
  [{ domain: 'api.example.org' }, 'The parameter "certificate": write the ARN'],
  [{ edgeSeconds: '10s' }, 'The parameter "edgeSeconds": write a whole number, not "10s"'],
  [{ tracing: 'yes' }, 'The parameter "tracing": write true or false, not "yes"'],
  [{ priceClass: '50' }, 'The parameter "priceClass": write 100, 200 or All, not "50"'],
  [{ webAcl: 'arn:aws:wafv2:eu-west-1:1:regional/webacl/a' }, 'The parameter "webAcl": write the ARN of a web ACL'],
  [{ kmsKey: 'alias/site' }, 'The parameter "kmsKey": write the ARN of a key in KMS, not "alias/site"'],
  [{ vpcSubnets: 'subnet-0a1b2c3d' }, 'The parameter "vpcSecurityGroups": write'],
])('refuses %o', async (parameters, message) => {
  await expect(stageWith(parameters)).rejects.toThrow(message);
});

it('refuses fewer connections than its functions need', async () => {
  const stage = await stageWith({ connections: '7' });
  expect(() => concurrencyOf(['find', 'relay'], stage)).toThrow(
    'The parameter "connections": write at least 8, 4 for each function',
  );
});

it('refuses unknown secrets', async () => {
  const stage = await stageWith({ secrets: 'mongodb-uri, password' });
  expect(() => secretVariables(stage)).toThrow(
    'The parameter "secrets": password is not one of mongodb-uri, token-secret, jwt-secret',
  );
});
