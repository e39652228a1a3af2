// Runs a relay that purges a cache, as a process of its own, which tests can kill. Its argument is the connection string, whose
// parameter `appName` is the address of the cache.
import { relayInProcess } from '../../../lib/events/relay/index.ts';
import { defaultRelaySettings } from '../../../lib/events/relay/relaySettings.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { createService } from '../../../lib/platform/service.ts';
import { library } from '../../write/documents/library.ts';
import { secrets } from '../../setup/secrets.ts';

const uri = process.argv[2] ?? '';
const urls = [new URL(uri).searchParams.get('appName') ?? ''];
const purge = { ...defaultConfig.cache.purge, provider: 'http' as const, urls };
const config = { ...defaultConfig, cache: { ...defaultConfig.cache, purge } };
// Another process takes its lease after a second and a half.
relayInProcess(createService({ schema: library, config }, uri, secrets), {
  ...defaultRelaySettings,
  ...{ leaseMs: 1_500, pollMs: 10, callMs: 300 },
});
