// Checks links in a component nested in another of the same kind after their target is deleted.
import { expect, it } from 'vitest';
import { createApi, schemaOf, componentFile, typeFile } from '../../setup/api.ts';

const api = createApi(
  schemaOf({
    'components/part/branch.json': componentFile({
      branch: { type: 'component', component: 'part.branch' },
      leaf: { type: 'relation', relation: 'oneToOne', target: 'api::leaf.leaf' },
    }),
    'tree.json': typeFile('tree', { branch: { type: 'component', component: 'part.branch' } }),
    'leaf.json': JSON.stringify({
      info: { singularName: 'leaf', pluralName: 'leaves', displayName: 'Leaf' },
      attributes: { name: { type: 'string' } },
    }),
  }),
);

it('links to a deleted document are absent at any depth', async () => {
  const leaf = await api.create('/api/leaves', { name: 'green' });
  const tree = await api.create('/api/trees', { branch: { branch: { branch: { leaf } } } });
  const readDeepest = async (): Promise<unknown> => {
    const populate = 'populate[branch][populate][branch][populate][branch][populate]=leaf';
    const { body } = await api.get(`/api/trees/${tree}?${populate}`);
    return body.data.branch.branch.branch.leaf?.name ?? null;
  };
  expect(await readDeepest()).toBe('green');
  expect((await api.delete(`/api/leaves/${leaf}`)).status).toBe(204);
  expect(await readDeepest()).toBe(null);
  expect((await api.put(`/api/trees/${tree}`, {})).status).toBe(200);
});
