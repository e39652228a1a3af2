// Runs the sweep of releases as a process of its own, which tests can kill. Its argument is the connection string.
import { defaultSweepSettings, releasesInProcess } from '../../lib/releases/sweepReleases.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { secrets } from '../setup/secrets.ts';
import { schema } from './releaseSite.ts';

const service = createService({ schema, config: defaultConfig }, process.argv[2] ?? '', secrets);
// Another process takes its lease after a second and a half.
releasesInProcess(service, { ...defaultSweepSettings, leaseMs: 1_500, pollMs: 10, retryMs: 200 });
