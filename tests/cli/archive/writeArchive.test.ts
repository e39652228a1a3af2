// Archives that Lectern writes: long names, large files, long lines, the permissions of the file.
import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { appendArchive, ArchiveError, readArchive, readLines, writeArchive } from '../../../cli/archive/index.ts';
import { tempFolder } from '../import/archives.ts';

const folder = tempFolder();

/** One long line in many chunks. */
async function* chunksOf(count: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index++) yield await Promise.resolve(Buffer.alloc(65_536, 'x'));
}

it('an archive keeps long names, and only its owner may read it', async () => {
  const file = join(folder, 'long.tar');
  const name = `assets/uploads/${'ä'.repeat(200)}.jpg`;
  await writeArchive(file, { compress: false }, (archive) => archive.addContent(name, 'x'));
  for await (const { path, role } of readArchive(file)) expect([path, role.is]).toEqual([name, 'upload']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('an archive is not encrypted with an empty key', async () => {
  const written = writeArchive(join(folder, 'a.tar.enc'), { compress: false, key: '' }, () => Promise.resolve());
  await expect(written).rejects.toThrow('must not be empty');
});

it('an archive in parts is refused if another process writes it too, and continues after its last whole part', async () => {
  const file = join(folder, 'parts.tar.gz');
  const second = await appendArchive(file, 0, false, (archive) => archive.addContent('a', 'x'));
  const both = appendArchive(file, second, false, async (archive) => {
    await archive.addContent('b', 'x');
    await appendFile(file, 'of the other process');
  });
  await expect(both).rejects.toThrow('Another process writes');
  await appendArchive(file, second, true, (archive) => archive.addContent('b', 'x'));
  const paths: string[] = [];
  for await (const { path } of readArchive(file)) paths.push(path);
  expect(paths).toEqual(['a', 'b']);
});

it('a large file is written without a warning', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const file = join(folder, 'large.tar.gz');
  await writeArchive(file, { compress: true }, (archive) =>
    archive.addStream('assets/uploads/a.bin', 100 * 65_536, chunksOf(100)),
  );
  for await (const { bytes } of readArchive(file)) expect(bytes).toBe(6_553_600);
  expect(warn).not.toHaveBeenCalled();
});

it('a line has a limit, so that a hostile archive does not fill the memory', async () => {
  const read = async (count: number) => {
    let lines = 0;
    for await (const line of readLines(chunksOf(count))) lines += line.length > 0 ? 1 : 0;
    return lines;
  };
  expect(await read(9)).toBe(1);
  await expect(read(3_000)).rejects.toThrow(ArchiveError);
});
