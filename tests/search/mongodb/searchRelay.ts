// Runs a relay of the site of `searchSite.ts` as a process of its own, which tests can kill. Its argument is the connection string.
import { relayInProcess } from '../../../lib/events/relay/index.ts';
import { defaultRelaySettings } from '../../../lib/events/relay/relaySettings.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { createService } from '../../../lib/platform/service.ts';
import { secrets } from '../../setup/secrets.ts';
import { schema } from './searchSite.ts';

const service = createService({ schema, config: defaultConfig }, process.argv[2] ?? '', secrets);
// Another process takes its lease after a second and a half.
relayInProcess(service, { ...defaultRelaySettings, leaseMs: 1_500, pollMs: 10 });
