// Changing the fileInfo of a file, replacing a file, and deleting files.
import { fileForm } from '../files.ts';
import type { Scenario } from '../player.ts';

export default {
  uses: ['files'],
  play: async ({ send, upload, get, delete: remove, file }) => {
    // Requests that the two servers understand differently change this file, so that answers about the other stay the same.
    const other = `?id=${(await file('note.txt', { fileInfo: { caption: 'other' } })).id}`;
    const note = await file('note.txt', { fileInfo: { caption: 'first', alternativeText: 'a note' } });
    const at = `?id=${note.id}`;
    const url = `/api/upload/files/${note.id}`;
    await upload('a caption', [], { fileInfo: { caption: 'second' } }, at);
    await upload('a name', [], { fileInfo: { name: 'Water' } }, at);
    await upload('all', [], { fileInfo: { name: 'note.txt', caption: 'c', alternativeText: 'a' } }, at);
    await upload('a null', [], { fileInfo: { caption: null } }, other);
    await upload('an empty text', [], { fileInfo: { alternativeText: '' } }, at);
    await get('read', url);
    await upload('a focal point', [], { fileInfo: { focalPoint: { x: 1, y: 2 } } }, at);
    await upload('an unknown key', [], { fileInfo: { nope: 1 } }, other);
    await upload('its hash', [], { fileInfo: { hash: 'mine' } }, other);
    await upload('no JSON', [], { fileInfo: 'nope' }, at);
    await upload('a list of one', [], { fileInfo: [{ caption: 'listed' }] }, other);
    await upload('a list of two', [], { fileInfo: [{ caption: 'one' }, { caption: 'two' }] }, other);
    await upload('an empty form', [], {}, at);
    await send('JSON', 'POST', `/api/upload${at}`, { body: { fileInfo: { caption: 'as JSON' } } });
    await send('JSON as a text', 'POST', `/api/upload${other}`, { body: { fileInfo: '{"caption":"as a text"}' } });
    await send('JSON without info', 'POST', `/api/upload${at}`, { body: {} });
    await send('JSON with another key', 'POST', `/api/upload${other}`, { body: { caption: 'c' } });
    await send('no body', 'POST', `/api/upload${other}`);
    await get('read again', url);

    await upload('of none', [], { fileInfo: { caption: 'c' } }, '?id=999999');
    await upload('at a text', [], { fileInfo: { caption: 'c' } }, '?id=nope');
    await upload('at an empty id', [], { fileInfo: { caption: 'c' } }, '?id=');
    await upload('by documentId', [], { fileInfo: { caption: 'c' } }, `?id=${(await file('note.txt')).documentId}`);

    await upload('another text', ['list.csv'], {}, at);
    await upload('another text of its type', ['Grüne Öffnungszeiten.TXT'], {}, at);
    const picture = await file('large.jpg', { fileInfo: { caption: 'large' } });
    const atPicture = `?id=${picture.id}`;
    await upload('a picture of another size', ['small.png'], {}, atPicture);
    await upload('with info', ['wide.png'], { fileInfo: { caption: 'wide', alternativeText: 'w' } }, atPicture);
    await upload('with a name', ['wide.png'], { fileInfo: { name: 'Wide' } }, atPicture);
    await get('read what is there instead', `/api/upload/files/${picture.id}`);
    await upload('two for one', ['small.png', 'wide.png'], {}, atPicture);
    await upload('an empty file', ['empty.txt'], {}, atPicture);
    await upload('a cut one', ['cut.jpg'], {}, atPicture);
    await upload('in the place of none', ['small.png'], {}, '?id=999999');
    await send('by PUT', 'PUT', `/api/upload${atPicture}`, { body: fileForm([], { fileInfo: { caption: 'c' } }) });

    await remove('delete', url);
    await remove('delete again', url);
    await get('read what is gone', url);
    await upload('change what is gone', [], { fileInfo: { caption: 'c' } }, at);
    await remove('delete a picture', `/api/upload/files/${picture.id}`);
    await remove('delete at a text', '/api/upload/files/nope');
    await remove('delete by documentId', `/api/upload/files/${(await file('note.txt')).documentId}`);
    await remove('delete all', '/api/upload/files');
  },
} satisfies Scenario;
