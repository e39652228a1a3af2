// A rename under readers and writers, through deployments: one that succeeds, one whose functions cannot be changed, one undone.
import { afterEach, describe, expect, it } from 'vitest';
import {
  findMigrationStatus,
  followWrites,
  migrate,
  noMigrationOptions,
  repeatMigration,
} from '../../cli/migrate/index.ts';
import { silentLog } from '../setup/api.ts';
import { isLong } from '../setup/lengthOf.ts';
import { Site } from '../cli/migrate/site.ts';
import { both, files, Traffic, type Commit } from './traffic.ts';

const site = new Site();
const file = (name: string, rename: string) => ({ name, options: { ...noMigrationOptions, rename: [rename] } });

let traffic: Traffic | undefined;
afterEach(async () => {
  await traffic?.end();
});

const service = (commit: Commit) => site.of(files[commit]).service();

/** What `lectern deploy` does before the functions change. */
const prepare = async (commit: Commit, migrationFile: ReturnType<typeof file>): Promise<void> => {
  const status = await findMigrationStatus(service(commit), { files: [migrationFile] });
  if (status.is !== 'known') return expect.fail(status.is);
  await migrate(service(commit), status, silentLog, 'copy');
};

/** Deploys: `change` changes the functions, or fails. */
const changeFunctions = async (commit: Commit, clients: Traffic, change: () => void | Promise<void>): Promise<void> => {
  const stop = await followWrites(service(commit), (error) => expect.fail(String(error)));
  await clients.awaitRequests(both);
  await change();
  await clients.awaitRequests(both);
  await stop?.();
};

const begin = async (): Promise<Traffic> => {
  await site.begin(files.old);
  traffic = new Traffic(site, 'old', isLong ? 8 : 2);
  await traffic.awaitRequests();
  return traffic;
};

const forth = file('1.json', 'article.title=headline');

const succeed = async (clients: Traffic): Promise<void> => {
  await prepare('new', forth);
  await clients.awaitRequests();
  await changeFunctions('new', clients, () => {
    clients.commit = 'new';
  });
  await repeatMigration(service('new'), silentLog);
  await clients.awaitRequests();
};

describe('under readers and writers, a rename', () => {
  it('whose functions are changed back is taken back without an error, a null or a lost write', async () => {
    const clients = await begin();
    await prepare('new', forth);
    await changeFunctions('new', clients, async () => {
      clients.commit = 'new';
      await clients.awaitRequests(both);
      clients.commit = 'old';
    });
    await repeatMigration(service('old'), silentLog, 'undo');
    await clients.awaitRequests();
    expect(await clients.end()).toEqual([]);
  });

  it.runIf(isLong)('is deployed, and undone, in the same way', { timeout: 180_000 }, async () => {
    const clients = await begin();
    await succeed(clients);
    await prepare('old', file('2.json', 'article.headline=title'));
    await changeFunctions('old', clients, () => {
      clients.commit = 'old';
    });
    await repeatMigration(service('old'), silentLog);
    await clients.awaitRequests();
    expect(await clients.end()).toEqual([]);
  });
});
