// Downloads a mongod from MongoDB's own site.
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { storeInCache } from './cache.ts';
import { reasonOf, type Machine, type MongodSource } from './machine.ts';

/** The version to download: the user's choice, or the default of mongodb-memory-server-core 11.3. */
export const downloadVersion = ({ env }: Machine): string => env.MONGOMS_VERSION ?? '8.2.6';

const probeTimeoutMs = 3_000;

// The downloader writes its progress to stdout, which may be the output of a command, so it runs in a process whose stdout
// is our stderr. It downloads into the given folder even if another project has the same version.
const script = `
  const { DryMongoBinary, MongoBinary } = require(process.argv[1]);
  const [version, downloadDir] = process.argv.slice(2);
  DryMongoBinary.generateOptions({ version })
    .then((options) => MongoBinary.download({ ...options, downloadDir }))
    .catch((error) => { console.error(error.message); process.exitCode = 1; });
`;

const download = async (machine: Machine, folder: string): Promise<string> => {
  const downloader = createRequire(import.meta.url).resolve('mongodb-memory-server-core');
  const child = spawn(process.execPath, ['-e', script, downloader, downloadVersion(machine), folder], {
    stdio: ['ignore', 2, 2],
    // Without npm_config_strict_ssl the downloader does not check the site's certificate.
    env: { ...machine.env, npm_config_strict_ssl: 'true' },
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  process.off('exit', kill);
  const name = (await readdir(folder)).find((file) => /^mongod-[^/]*$/.test(file) && !/\.(?:md5|lock)$/.test(file));
  if (code !== 0 || name === undefined) throw new Error('the download failed');
  return join(folder, name);
};

/** Fails within seconds if the site cannot be reached. Behind a proxy it does nothing: the proxy reports the failure. */
const checkReachable = async (site: string, env: NodeJS.ProcessEnv): Promise<void> => {
  if (env.HTTPS_PROXY ?? env.https_proxy ?? env.HTTP_PROXY ?? env.http_proxy) return;
  await fetch(site, { method: 'HEAD', signal: AbortSignal.timeout(probeTimeoutMs) });
};

export const siteSource: MongodSource = async (machine) => {
  const { env, log } = machine;
  const site = env.MONGOMS_DOWNLOAD_URL ?? env.MONGOMS_DOWNLOAD_MIRROR ?? 'https://fastdl.mongodb.org';
  log(`MongoDB: downloading ${downloadVersion(machine)} from ${site}`);
  try {
    await checkReachable(site, env);
    return await storeInCache(machine, downloadVersion(machine), (folder) => download(machine, folder));
  } catch (error) {
    log(`MongoDB: this download failed: ${reasonOf(error)}`);
    return undefined;
  }
};
