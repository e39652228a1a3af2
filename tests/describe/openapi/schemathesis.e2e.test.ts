// Generates requests from the description: no answer is a server error, and each one matches the description.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../../media/files.ts';
import { freshDatabase } from '../../setup/database.ts';
import { fixedSeed } from '../../setup/fixedSeed.ts';
import { lengthOf } from '../../setup/lengthOf.ts';
import { installedCommand } from '../../setup/python.ts';
import { secrets } from '../../setup/secrets.ts';
import { resolved, type Description } from './described.ts';
import { startServer, type Site } from './site.ts';

const requirement = 'schemathesis==4.*';
const command = await installedCommand({ name: 'schemathesis', command: 'schemathesis', requirement });
if (command === undefined) console.warn('not tried: there is no schemathesis, and none can be installed');

/** The number of generated requests per operation. */
const examples = lengthOf('LECTERN_SCHEMATHESIS_EXAMPLES', { short: 1, long: 10 });
/** In `.ci/run` only one caller sends requests, that with the most operations, and none that use answers of others. */
const isLong = examples > 1;
const phases = isLong ? 'examples,fuzzing,stateful' : 'fuzzing';
const timeout = (1 + examples) * 180_000;

/** The checks to run; others have their own rules about refused and extra data, which Lectern does not follow. */
const checks = [
  ...['not_a_server_error', 'status_code_conformance', 'content_type_conformance'],
  ...['response_schema_conformance', 'response_headers_conformance'],
];

/** The statuses that `default` stands for; any other status is a failure. */
const usual = [400, 401, 403, 413, 503];

/** Schemathesis makes no values of schemas that contain themselves: filters are values of attributes, and `populate` a list. */
const simplify = (description: Description, parameter: Description): Description => {
  const { name } = parameter;
  const list = parameter.schema?.anyOf?.find(({ type }: Description) => type === 'array');
  if (['sort', 'populate'].includes(name) && list !== undefined) return { name, in: 'query', schema: list };
  if (name !== 'filters') return parameter;
  const { properties = {} } = resolved(description, parameter.schema);
  const values = Object.entries(properties).flatMap(([attribute, filter]) => {
    const [value] = resolved(description, filter).anyOf ?? [];
    return value === undefined ? [] : [[attribute, value]];
  });
  return { ...parameter, schema: { type: 'object', properties: Object.fromEntries(values) } };
};

/**
 * Removes Idempotency-Key, because schemathesis would send the same key with different requests, and replaces
 * `default`, which allows every status.
 */
const forTests = (description: Description): Description => {
  for (const operation of Object.values<Description>(description.paths).flatMap((one) =>
    Object.values<Description>(one),
  )) {
    operation.parameters = operation.parameters?.filter(
      (one: Description) => resolved(description, one).name !== 'Idempotency-Key',
    );
    const { default: error, ...responses } = operation.responses;
    const refusals = error === undefined ? [] : usual.map((status) => [String(status), error]);
    operation.responses = { ...Object.fromEntries(refusals), ...responses };
  }
  const { parameters, schemas, ...components } = description.components;
  return {
    ...description,
    components: {
      ...components,
      schemas,
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([name, parameter]) => [name, simplify(description, parameter)]),
      ),
    },
  };
};

interface Ended {
  readonly code: number;
  readonly output: string;
}

const { uri } = freshDatabase();
const folder = await freshFolder();
let site: Site;

const runSchemathesis = (token: string | undefined, ...which: readonly string[]): Promise<Ended> => {
  const args = [
    ...[
      'run',
      join(folder, 'openapi.json'),
      '--url',
      site.url,
      '--checks',
      checks.join(),
      '--max-examples',
      String(examples),
    ],
    ...['--phases', phases, '--generation-database', 'none', '--warnings', 'off', '--no-color'],
    ...(fixedSeed === undefined ? [] : ['--seed', String(fixedSeed)]),
    ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
    ...which,
  ];
  return new Promise((done) => {
    execFile(command ?? '', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err });
    });
  });
};

/** The number of generated requests; fails with the output unless all passed. */
const passedCount = ({ code, output }: Ended): number => {
  expect(code, output).toBe(0);
  return Number(/(\d+) generated, \1 passed/.exec(output)?.[1]);
};

describe.runIf(command !== undefined)(
  'every request that the description allows gets an answer that matches it',
  () => {
    beforeAll(async () => {
      site = await startServer(uri, folder);
      const answer = await fetch(`${site.url}/openapi.json`, { headers: { authorization: `Bearer ${site.token}` } });
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(forTests(await answer.json())));
    });
    afterAll(() => {
      site.stop();
    });

    it('with full access', { timeout }, async () => {
      const passed = passedCount(await runSchemathesis(site.token, '--exclude-path-regex', '^/admin'));
      console.info(`schemathesis made up ${passed} requests`);
      expect(passed).toBeGreaterThan(100);
    });

    it.runIf(isLong)('as the owner', { timeout }, async () => {
      expect(passedCount(await runSchemathesis(secrets.owner, '--include-path-regex', '^/admin'))).toBeGreaterThan(5);
    });

    it.runIf(isLong)('as a user', { timeout }, async () => {
      expect(
        passedCount(await runSchemathesis(site.jwt, '--include-path-regex', '^/api/(auth|users/me|editor)')),
      ).toBeGreaterThan(5);
    });

    it.runIf(isLong)('without credentials', { timeout }, async () => {
      // Most of these are refused before Lectern looks at what was generated, so half as many show as much.
      const half = String(Math.ceil(examples / 2));
      expect(passedCount(await runSchemathesis(undefined, '--max-examples', half))).toBeGreaterThan(100);
    });
  },
);
