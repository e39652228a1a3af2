// Checks that the passwords in components stay when a body replaces the component.
import { expect, it } from 'vitest';
import { defineExtension } from '../../../lib/platform/extensions/index.ts';
import { createProjectApi, schemaOf } from '../../setup/api.ts';

let rename: string | undefined;

const api = createProjectApi(
  schemaOf({
    'components/part/account.json': JSON.stringify({
      info: { displayName: 'Account' },
      attributes: {
        name: { type: 'string' },
        pin: { type: 'password' },
        inner: { type: 'component', component: 'part.key' },
      },
    }),
    'components/part/key.json': JSON.stringify({
      info: { displayName: 'Key' },
      attributes: { note: { type: 'string' }, key: { type: 'password' } },
    }),
    'box.json': JSON.stringify({
      info: { singularName: 'box', pluralName: 'boxes', displayName: 'Box' },
      options: { draftAndPublish: true },
      attributes: {
        account: { type: 'component', component: 'part.account' },
        accounts: { type: 'component', component: 'part.account', repeatable: true },
        zone: { type: 'dynamiczone', components: ['part.account', 'part.key'] },
      },
    }),
  }),
  defineExtension({
    types: {
      'api::box.box': {
        beforeWrite: ({ data }) =>
          rename === undefined ? undefined : { account: { ...(data.account as object), name: rename } },
      },
    },
  }),
);

const stored = async (documentId: string) => {
  const document = await (await api.service().database.get()).collection('boxes').findOne({ documentId });
  return document?.draft as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- a stored version
};

const make = async (data: object): Promise<string> =>
  (await api.post('/api/boxes', data)).body.data.documentId as string;

it('a component keeps its passwords, in any depth, until the body has others', async () => {
  const id = await make({ account: { name: 'Ada', pin: 'one', inner: { note: 'n', key: 'two' } } });
  const before = (await stored(id)).account;
  await api.put(`/api/boxes/${id}`, { account: { name: 'Eve', inner: { note: 'm' } } });
  const after = (await stored(id)).account;
  expect(after).toEqual({ name: 'Eve', pin: before.pin, inner: { note: 'm', key: before.inner.key } });
  await api.put(`/api/boxes/${id}`, { account: { name: 'Eve', pin: 'new', inner: null } });
  expect((await stored(id)).account.pin).not.toBe(before.pin);
  await api.put(`/api/boxes/${id}`, { account: { name: 'Eve', pin: null } });
  expect((await stored(id)).account.pin).toBe(null);
});

it('an entry keeps its password where it moves, and gets that of no other', async () => {
  const id = await make({
    accounts: [
      { name: 'Ada', pin: 'one' },
      { name: 'Bob', pin: 'two' },
    ],
  });
  const [ada, bob] = (await stored(id)).accounts;
  await api.put(`/api/boxes/${id}`, {
    accounts: [{ name: 'Carl' }, { name: 'Bob' }, { name: 'Ada' }, { name: 'Ada' }],
  });
  const pins = (await stored(id)).accounts.map(({ pin }: { pin?: string }) => pin);
  expect(pins).toEqual([undefined, bob.pin, ada.pin, undefined]);
});

it('an entry of a dynamic zone keeps its password', async () => {
  const key = { __component: 'part.key', note: 'n' };
  const id = await make({
    zone: [
      { __component: 'part.account', name: 'n', pin: 'one' },
      { ...key, key: 'two' },
    ],
  });
  const hash = (await stored(id)).zone[1].key as string;
  await api.put(`/api/boxes/${id}`, { zone: [key] });
  expect((await stored(id)).zone).toEqual([{ ...key, key: hash }]);
});

it('a component keeps its password when a hook changes it', async () => {
  const id = await make({ account: { name: 'Ada', pin: 'one' } });
  const { pin } = (await stored(id)).account;
  rename = 'Eve';
  await api.put(`/api/boxes/${id}`, { accounts: [] });
  rename = undefined;
  const { account } = await stored(id);
  expect(account).toMatchObject({ name: 'Eve', pin });
});
