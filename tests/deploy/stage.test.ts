// The parameters of a stage: their defaults, and which values are refused.
import { expect, it } from 'vitest';
import { secretVariables } from '../../infra/secrets.js';
import { readStage } from '../../infra/stage.js';

/** Resolves variables like the Serverless Framework: an address without a value has the default at its end. */
const variablesOf = (values: Readonly<Record<string, string>>) => ({
  resolveVariable: (address: string) => {
    const [, name = '', standard] = /^([^,]+)(?:.*'([^']*)')?$/.exec(address) ?? [];
    return Promise.resolve(values[name] ?? standard ?? 'lectern');
  },
});

const stageWith = (parameters: Readonly<Record<string, string>>) =>
  readStage(
    variablesOf(Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`param:${name}`, value]))),
  );

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
  [{ vpcSubnets: 'subnet-0a1b2c3d' }, 'The parameter "vpcSecurityGroups": write'],
])('refuses %o', async (parameters, message) => {
  await expect(stageWith(parameters)).rejects.toThrow(message);
});

it('refuses unknown secrets', async () => {
  const stage = await stageWith({ secrets: 'mongodb-uri, password' });
  expect(() => secretVariables(stage)).toThrow(
    'The parameter "secrets": password is not one of mongodb-uri, token-secret, jwt-secret',
  );
});
