// Detects the type of a file by its content.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { detectFileType } from '../../lib/media/image/detectType.ts';
import { freshFolder, pictureOfSize, writerTo } from './files.ts';

const write = writerTo(await freshFolder());
const jpeg = await pictureOfSize(4, 4).jpeg().toBuffer();
const png = await pictureOfSize(4, 4).png().toBuffer();
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20px"/>';
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

it.each<[name: string, bytes: Buffer | string, mime: string, ext: string]>([
  ['a.jpg', jpeg, 'image/jpeg', '.jpg'],
  ['a.JPEG', jpeg, 'image/jpeg', '.jpeg'],
  ['picture', jpeg, 'image/jpeg', '.jpg'],
  ['wrong.png', jpeg, 'image/jpeg', '.jpg'],
  ['wrong.html', png, 'image/png', '.png'],
  ['a.txt', 'text', 'text/plain', '.txt'],
  ['a.csv', 'a,b\nä,é', 'text/csv', '.csv'],
  ['wrong.jpg', 'text', 'text/plain', '.txt'],
  ['a.svg', 'no picture', 'text/plain', '.txt'],
  ['a.xml', '<?xml version="1.0"?><a/>', 'application/xml', '.xml'],
  ['wrong.png', '<?xml version="1.0"?><a/>', 'application/xml', '.xml'],
  ['a.svg', svg, 'image/svg+xml', '.svg'],
  ['wrong.txt', svg, 'image/svg+xml', '.svg'],
  [
    'wrong.png',
    `\uFEFF<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n${svg}`,
    'image/svg+xml',
    '.svg',
  ],
  ['a.xml', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', 'image/svg+xml', '.svg'],
  ['page.html', `<!doctype html><body>${svg}`, 'text/html', '.html'],
  ['a.tgz', gzipSync('a'), 'application/gzip', '.tgz'],
  ['a.jpg', Buffer.from('7f454c4602010100', 'hex'), 'application/x-elf', '.elf'],
  ['a.sketchup', Buffer.from([1, 2, 3, 0, 255]), 'application/octet-stream', '.sketchup'],
  ['a.jpg', Buffer.from([1, 2, 3, 0, 255]), 'application/octet-stream', '.bin'],
  ['a.html', Buffer.from([1, 2, 3, 0, 255]), 'application/octet-stream', '.bin'],
  ['a.svg', Buffer.from([1, 2, 3, 0, 255]), 'application/octet-stream', '.bin'],
  ['a.exe', Buffer.from('MZ\0\0'), 'application/x-msdownload', '.exe'],
  ['a.txt', utf16('text'), 'text/plain', '.txt'],
  ['a.txt', utf16(svg), 'image/svg+xml', '.svg'],
])('detects %s: %#', async (name, bytes, mime, ext) => {
  expect(await detectFileType(await write('file', bytes), name)).toMatchObject({ mime, ext });
});

it.each([
  [svg, 10, 20],
  ['<svg width="7.6" height=\'3\' viewBox="0 0 1 1">', 8, 3],
  ['<svg viewBox="0 0 300 150.4">', 300, 150],
  ['<svg width="100%" height="1e9">', null, null],
  ['<svg data-width="5"><rect width="9" height="9"/>', null, null],
])('reads the size of %s', async (text, width, height) => {
  expect(await detectFileType(await write('file', text), 'a.svg')).toMatchObject({ width, height });
});
