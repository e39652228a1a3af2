// Tests SCIM with scim2-tester, a client that is not Lectern's: it discovers the schemas, and creates, reads, replaces, changes and
// deletes users and groups as they say.
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherwise, routes } from '../../../functions/routes.ts';
import { endpoint } from '../../../lib/api/http/index.ts';
import { serve, type RunningServer } from '../../../lib/server/serve.ts';
import { createApi, silentLog } from '../../setup/api.ts';
import { installedCommand } from '../../setup/python.ts';
import { secrets } from '../../setup/secrets.ts';
import { library } from '../../write/documents/library.ts';

const command = await installedCommand({ name: 'scim2', command: 'scim2', requirement: 'scim2-cli==0.6.*' });
if (command === undefined) console.warn('not tried: there is no scim2-cli, and none can be installed');

const api = createApi(library);
const ready = () => Promise.resolve(api.service());
let server: RunningServer;

/** Runs all checks. @returns a text for each: how it ends, its name and why */
const runChecks = (): Promise<readonly string[]> =>
  new Promise((done) => {
    const env = { ...process.env, SCIM_CLI_HEADERS: `Authorization: Bearer ${secrets.scim}`, NO_COLOR: '1' };
    execFile(command ?? '', ['--url', `${server.url}/scim/v2`, 'test'], { env }, (_, out, err) => {
      done(`${out}${err}`.split(/^(?=[A-Z]+ \w+$)/m).slice(1));
    });
  });

/** What Lectern does otherwise: there is no search with POST, which RFC 7644 leaves open, and the one address is the primary one. */
const isKnown = (check: string): boolean =>
  check.startsWith('ERROR search_with_attributes\n  There is no such resource') ||
  /^ERROR check_replace_attribute\n.* for 'emails'\.\n.* primary=False\)\]\n.* primary=True\)\]/.test(check);

describe.runIf(command !== undefined)('scim2-tester', () => {
  beforeAll(async () => {
    server = await serve({
      routes: routes.map((route) => ({ ...route, handler: endpoint(route.handler.operation, ready, silentLog) })),
      otherwise: endpoint(otherwise.operation, ready, silentLog),
      host: '127.0.0.1',
      port: 0,
    });
  });
  afterAll(() => server.stop());

  it('finds only what is known', async () => {
    const checks = await runChecks();
    expect(checks.filter((check) => !check.startsWith('SUCCESS') && !isKnown(check))).toEqual([]);
    expect(checks.length).toBeGreaterThan(50);
  });
});
