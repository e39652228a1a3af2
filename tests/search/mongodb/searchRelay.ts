// Runs a relay of the site of `searchSite.ts` as a process of its own, which tests can kill. Its argument is the connection string.
import { Worker } from '../../../lib/background/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { createService } from '../../../lib/platform/service.ts';
import { loopsEvery } from '../../background/testWorker.ts';
import { secrets } from '../../setup/secrets.ts';
import { schema } from './searchSite.ts';

const service = createService({ schema, config: defaultConfig }, process.argv[2] ?? '', secrets);
// Another process takes its lease after a second and a half.
new Worker(service, { leaseMs: 1_500 }, loopsEvery(10)).start();
