// Runs a relay as a process of its own, which tests can kill. Its argument is the connection string.
import { join } from 'node:path';
import { Worker } from '../../../lib/background/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { createService } from '../../../lib/platform/service.ts';
import { loadSchema } from '../../../lib/schema/index.ts';
import { loopsEvery } from '../../background/testWorker.ts';
import { secrets } from '../../setup/secrets.ts';

const { schema } = await loadSchema(join('tests', 'schemas', 'atlas'));
// It removes no versions, so that tests can count them.
const history = { ...defaultConfig.history, versions: 100_000, publications: 100_000 };
const service = createService({ schema, config: { ...defaultConfig, history } }, process.argv[2] ?? '', secrets);
// It counts each document as soon as it can, and another process takes its lease after a second and a half.
new Worker(service, { leaseMs: 1_500, maxUncounted: 1, totalsMs: 200 }, loopsEvery(10)).start();
