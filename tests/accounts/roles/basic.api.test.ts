// The built-in roles.
import { expect, it } from 'vitest';
import { roleOfType } from '../../../lib/accounts/roles/index.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';

const api = createApi(library);

it('a role is created once, even for simultaneous requests', async () => {
  const service = api.service();
  const made = await Promise.all(Array.from({ length: 10 }, () => roleOfType(service, 'authenticated')));
  expect(new Set(made.map(({ documentId }) => documentId)).size).toBe(1);
  expect(await (await service.database.get()).collection('up_roles').countDocuments()).toBe(1);
  expect(made[0]?.published).toMatchObject({ name: 'Authenticated', type: 'authenticated' });
});
