// The secret that CloudFront adds to requests: where it comes from, and where it goes.
import { expect, it } from 'vitest';
import { edgeHeaders, edgeParameters, readEdgeSecrets } from '../../infra/edgeSecret.js';
import { readStage } from '../../infra/stage.js';
import { secretVariables } from '../../infra/secrets.js';
import { startStandIn } from '../setup/httpStandIn.ts';
import { parametersOf } from './variables.ts';

/** The types of the parameters that were created. */
const types: unknown[] = [];

const ssm = await startStandIn();
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const provider = {
  getAwsSdkV3Config: () => Promise.resolve({ region: 'eu-central-1', endpoint: ssm.url, credentials }),
};

/** Lets SSM have these parameters. */
const imitateSsm = (parameters: Map<string, string>): void => {
  ssm.answer = (response, { text }) => {
    const { Name, Value, Type } = JSON.parse(text) as Record<string, string>;
    if (Value !== undefined) {
      parameters.set(Name ?? '', Value);
      types.push(Type);
    }
    const found = parameters.get(Name ?? '');
    response
      .writeHead(found === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(found === undefined ? { __type: 'ParameterNotFound' } : { Parameter: { Value: found } }));
  };
};

const stageWith = (secrets: string) => readStage(parametersOf({ secrets }));

it('is made up, and is in SSM only when it is created', async () => {
  const parameters = new Map<string, string>();
  imitateSsm(parameters);
  const environment = secretVariables(await stageWith('mongodb-uri'));
  const { stackParameters, environment: values, create } = await readEdgeSecrets(provider, environment);
  const [{ ParameterValue: value } = expect.fail()] = stackParameters;
  expect(value).toMatch(/^[\da-f]{64}$/);
  expect(stackParameters).toEqual([{ ParameterKey: 'EdgeSecret', ParameterValue: value }]);
  expect(values).toEqual({ LECTERN_EDGE_SECRET: value });
  expect(parameters).toEqual(new Map());
  await create();
  expect([parameters, types]).toEqual([new Map([['/lectern/dev/edge-secret', value]]), ['SecureString']]);
  const again = await readEdgeSecrets(provider, environment);
  await again.create();
  expect([again.stackParameters, again.environment, types.length]).toEqual([stackParameters, {}, 1]);
});

it('has a second one while it is replaced, which somebody has to create', async () => {
  const stage = await stageWith('mongodb-uri,edge-secret-next');
  const parameters = new Map([['/lectern/dev/edge-secret', 'old']]);
  imitateSsm(parameters);
  const environment = secretVariables(stage);
  await expect(readEdgeSecrets(provider, environment)).rejects.toThrow();
  parameters.set('/lectern/dev/edge-secret-next', 'new');
  expect((await readEdgeSecrets(provider, environment)).stackParameters).toEqual([
    { ParameterKey: 'EdgeSecret', ParameterValue: 'old' },
    { ParameterKey: 'EdgeSecretNext', ParameterValue: 'new' },
  ]);
  expect(Object.keys(edgeParameters(stage))).toEqual(['EdgeSecret', 'EdgeSecretNext']);
  const [header] = edgeHeaders(stage);
  expect(header?.HeaderValue).toEqual({ 'Fn::Join': [' ', [{ Ref: 'EdgeSecret' }, { Ref: 'EdgeSecretNext' }]] });
});
