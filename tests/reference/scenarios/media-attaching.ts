// Uploading files and attaching them to a document in one request.
import type { FileName } from '../files.ts';
import type { Scenario } from '../player.ts';

const query = 'fields=title&populate[cover][fields]=name&populate[shots][fields]=name&populate[papers][fields]=name';

export default {
  uses: ['files', 'albums'],
  play: async ({ get, upload, make, put }) => {
    const { id, documentId } = await make('/api/albums', { title: 'one' });
    const attach = (label: string, files: readonly FileName[], extraFields: object) =>
      upload(label, files, { ref: 'api::album.album', refId: String(id), field: 'cover', ...extraFields });
    const read = (label: string) => get(label, `/api/albums/${documentId}?${query}`);
    await attach('a cover', ['small.png'], {});
    await read('has a cover');
    await attach('another cover', ['wide.png'], {});
    await read('has another cover');
    await attach('a shot', ['small.png'], { field: 'shots' });
    await attach('another shot', ['wide.png'], { field: 'shots' });
    await attach('a third', ['note.txt'], { field: 'shots' });
    await read('has three shots');
    await attach('with info', ['note.txt'], { field: 'papers', fileInfo: { caption: 'a paper' } });
    await attach('two covers', ['small.png', 'note.txt'], {});
    await attach('a cover that is a text', ['note.txt'], {});
    await attach('a paper that is a picture', ['small.png'], { field: 'papers' });

    await attach('an unknown type', ['note.txt'], { ref: 'api::nope.nope' });
    await attach('a type by its name', ['note.txt'], { ref: 'album' });
    await attach('an unknown document', ['note.txt'], { refId: '999999' });
    await attach('an unknown field', ['note.txt'], { field: 'nope' });
    await attach('a field that is no media', ['note.txt'], { field: 'title' });
    await attach('a field in a component', ['small.png'], { field: 'frame.photo' });
    await attach('no field', ['note.txt'], { field: '' });
    await attach('no document', ['note.txt'], { refId: '' });
    await upload('a type alone', ['note.txt'], { ref: 'api::album.album' });
    await attach('by documentId', ['small.png'], { refId: documentId });
    await attach('with a source', ['small.png'], { source: 'content-manager' });
    await attach('with a path', ['small.png'], { path: 'albums' });

    const draft = await make('/api/albums?status=draft', { title: 'a draft' });
    await upload('a draft', ['small.png'], { ref: 'api::album.album', refId: String(draft.id), field: 'cover' });
    await get('the draft', `/api/albums/${draft.documentId}?status=draft&${query}`);
    await get('is not published', `/api/albums/${draft.documentId}?${query}`);
    await put('published', `/api/albums/${draft.documentId}?${query}`, {});
  },
} satisfies Scenario;
