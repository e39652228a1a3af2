// Uploading files: the record of each, and forms that are refused.
import { fileForm, filePart, type FileName } from '../files.ts';
import type { Scenario } from '../player.ts';

const singleFiles = [
  'small.png',
  'wide.png',
  'large.jpg',
  'tall.webp',
  'moving.gif',
  'drawing.svg',
  'note.txt',
  'list.csv',
  'leaflet.pdf',
  'Grüne Öffnungszeiten.TXT',
  'cut.jpg',
  'note.png',
  'empty.txt',
] as const satisfies readonly FileName[];

const infos: Readonly<Record<string, unknown>> = {
  'all values': { name: 'Water', alternativeText: 'a note', caption: 'on water' },
  'a focal point': { focalPoint: { x: 30, y: 70 } },
  nothing: {},
  nulls: { alternativeText: null, caption: null, focalPoint: null },
  'an unknown key': { nope: 1 },
  'a hash': { hash: 'mine' },
  'a url': { url: 'https://example.org/mine.txt' },
  'no JSON': 'nope',
  'a number': 5,
  null: null,
  'an empty text': '',
  'a name that is empty': { name: '' },
  'a name that is null': { name: null },
  'a name that is a number': { name: 5 },
  'a name with a folder': { name: '../../water.txt' },
  'a caption that is a number': { caption: 5 },
  'a caption that is an object': { caption: {} },
  'a focal point outside': { focalPoint: { x: 130, y: 70 } },
  'a folder': { folder: 1 },
};

export default {
  uses: ['files'],
  play: async ({ send, upload, get }) => {
    for (const name of singleFiles) await upload(name, [name]);
    await upload('several', ['note.txt', 'small.png', 'list.csv']);
    const up = new FormData();
    up.append('files', filePart('note.txt'), '../../note.txt');
    await send('a name with folders', 'POST', '/api/upload', { body: up });
    await upload('one twice', ['note.txt', 'note.txt']);
    for (const [label, fileInfo] of Object.entries(infos)) await upload(`info: ${label}`, ['note.txt'], { fileInfo });

    // Strapi may mix up files that it handles at the same time.
    const two = ['note.txt', 'list.csv'] as const;
    await upload('infos: a list', two, { fileInfo: [{ caption: 'each' }, { caption: 'each' }] });
    await upload('infos: an object for two', two, { fileInfo: { caption: 'one' } });
    await upload('infos: fewer than files', two, { fileInfo: [{ caption: 'one' }] });
    await upload('infos: more than files', ['note.txt'], { fileInfo: [{ caption: 'one' }, { caption: 'two' }] });
    await upload('infos: an empty list', ['note.txt'], { fileInfo: [] });
    await upload('infos: a list for one', ['note.txt'], { fileInfo: [{ caption: 'one' }] });
    const each = fileForm(two, { fileInfo: { caption: 'each' } });
    each.append('fileInfo', JSON.stringify({ caption: 'each' }));
    await send('infos: a field each', 'POST', '/api/upload', { body: each });

    await upload('no files', []);
    await upload('no files, but info', [], { fileInfo: { name: 'a' } });
    await upload('an empty file among others', ['note.txt', 'empty.txt']);
    await upload('another field', ['note.txt'], { nope: '1' });
    const other = new FormData();
    other.append('file', filePart('note.txt'));
    await send('files of another name', 'POST', '/api/upload', { body: other });
    const text = new FormData();
    text.append('files', 'a text');
    await send('files that are a text', 'POST', '/api/upload', { body: text });
    await send('no form', 'POST', '/api/upload', { body: {} });
    await send('no body', 'POST', '/api/upload');
    await get('no such method', '/api/upload');
    await upload('an unknown parameter', ['note.txt'], {}, '?nope=1');
  },
} satisfies Scenario;
