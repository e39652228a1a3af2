// Runs a relay that purges a cache, as a process of its own, which tests can kill. Its argument is the connection string, whose
// parameter `appName` is the address of the cache.
import { Worker } from '../../../lib/background/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { createService } from '../../../lib/platform/service.ts';
import { library } from '../../write/documents/library.ts';
import { loopsEvery } from '../../background/testWorker.ts';
import { secrets } from '../../setup/secrets.ts';

const uri = process.argv[2] ?? '';
const urls = [new URL(uri).searchParams.get('appName') ?? ''];
const purge = { ...defaultConfig.cache.purge, provider: 'http' as const, urls };
const config = { ...defaultConfig, cache: { ...defaultConfig.cache, purge } };
// Another process takes its lease after a second and a half.
const service = createService({ schema: library, config }, uri, secrets);
new Worker(service, { leaseMs: 1_500, callMs: 300 }, loopsEvery(10)).start();
