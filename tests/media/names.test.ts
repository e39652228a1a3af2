// Names of files: as shown, and as stored.
import { expect, it } from 'vitest';
import { newTitleHash } from '../../lib/media/records/prepareFile.ts';
import { cleanFileName, endingOf, newFileHash } from '../../lib/media/records/fileNames.ts';

it.each([
  ['cover.jpg', 'cover.jpg'],
  ['Ünï cödé.tar.gz', 'Ünï cödé.tar.gz'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Pictures\\me.png', 'me.png'],
  ['a\0b\u202Egpj.exe', 'abgpj.exe'],
  ['line\r\nbreak.png', 'linebreak.png'],
  ['  spaces.png ', 'spaces.png'],
  ['e\u0301.png', 'é.png'],
  ['', 'file'],
  ['..', 'file'],
  ['folder/', 'file'],
])('shows %j as %j', (input, name) => {
  expect(cleanFileName(input)).toBe(name);
});

it('cuts a name that is longer than a file system allows', () => {
  expect(cleanFileName('a'.repeat(300))).toHaveLength(255);
  expect(cleanFileName(`${'a'.repeat(254)}💥.png`)).toBe('a'.repeat(254));
});

it.each([
  ['a.JPG', '.jpg'],
  ['a.tar.gz', '.gz'],
  ['a', ''],
  ['a.b c', ''],
  ['a.<script>', ''],
])('finds the extension of %j: %j', (name, ending) => {
  expect(endingOf(name)).toBe(ending);
});

it.each([
  ['cover.jpg', 'cover_00ff10a0b2'],
  ['A bug is – maybe – a “meme”.png', 'A_bug_is_maybe_a_meme_00ff10a0b2'],
  ['Ünï cödé.tar.gz', 'Uni_code_tar_00ff10a0b2'],
  ['写真.png', 'file_00ff10a0b2'],
  [`${'a'.repeat(250)}.png`, `${'a'.repeat(100)}_00ff10a0b2`],
])('stores %j under %j', (name, hash) => {
  expect(newFileHash(name, new Uint8Array([0, 255, 16, 160, 178]))).toBe(hash);
});

it.each(['sent_invoice.pdf', 'parts list.pdf', 'pending-order'])('stores %j as a file that is served', (title) => {
  expect(newTitleHash(title)).toMatch(/^file_(?:sent|parts|pending)_/);
});

it('never stores two files under the same name', () => {
  expect(newFileHash('a.png')).not.toBe(newFileHash('a.png'));
});
