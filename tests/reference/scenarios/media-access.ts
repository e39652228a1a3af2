// Permissions to upload, find and delete files, and to see the media of documents.
import type { Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

export default {
  uses: ['users', 'files', 'albums'],
  play: async ({ upload, get, delete: remove, file, make, member, allow }) => {
    const small = await file('small.png');
    const album = await make('/api/albums', { title: 'a', cover: small.id });
    const ada = await member('ada');
    const all = async (who: string, as: NonNullable<Call['as']> | null): Promise<void> => {
      await upload(`${who}: uploads`, ['note.txt'], {}, '', as);
      await upload(`${who}: changes`, [], { fileInfo: { caption: who } }, `?id=${small.id}`, as);
      await upload(
        `${who}: attaches`,
        ['note.txt'],
        { ref: 'api::album.album', refId: String(album.id), field: 'shots' },
        '',
        as,
      );
      await get(`${who}: lists`, '/api/upload/files?fields=name&sort=id&filters[ext]=.png', { as });
      await get(`${who}: reads`, `/api/upload/files/${small.id}?fields=name`, { as });
      await get(`${who}: reads none`, '/api/upload/files/999999', { as });
      await get(`${who}: documents`, '/api/albums?fields=title&populate[cover][fields]=name', { as });
      await get(`${who}: filters them`, '/api/albums?fields=title&filters[cover][name]=small.png', { as });
      await remove(`${who}: deletes`, `/api/upload/files/${(await file('list.csv')).id}`, { as });
      await remove(`${who}: deletes none`, '/api/upload/files/999999', { as });
    };
    await all('the public', null);
    await all('a member', ada.as);
    await all('the read-only token', 'read-only');
    await allow('public', ['album.find']);
    await allow('authenticated', [
      'content-api.upload',
      'content-api.find',
      'content-api.findOne',
      'content-api.destroy',
      'album.find',
    ]);
    await all('the public who finds documents', null);
    await all('a member who may', ada.as);
    await allow('authenticated', ['content-api.find']);
    await all('a member who finds', ada.as);
    await allow('authenticated', ['content-api.upload', 'album.update']);
    await all('a member who uploads', ada.as);
  },
} satisfies Scenario;
