// Checks that the passwords in components stay when a body replaces the component.
import { describe, expect, it } from 'vitest';
import { defineExtension } from '../../../lib/platform/extensions/index.ts';
import { createProjectApi, schemaOf, componentFile, typeFile, withDrafts } from '../../setup/api.ts';

let rename: string | undefined;

const api = createProjectApi(
  schemaOf({
    'components/part/account.json': componentFile({
      name: { type: 'string' },
      pin: { type: 'password' },
      inner: { type: 'component', component: 'part.key' },
    }),
    'components/part/key.json': componentFile({ note: { type: 'string' }, key: { type: 'password' } }),
    'box.json': typeFile(
      'box',
      {
        account: { type: 'component', component: 'part.account' },
        accounts: { type: 'component', component: 'part.account', repeatable: true },
        zone: { type: 'dynamiczone', components: ['part.account', 'part.key'] },
      },
      withDrafts,
    ),
  }),
  defineExtension({
    types: {
      'api::box.box': {
        beforeWrite: ({ data }) =>
          rename === undefined
            ? undefined
            : {
                account: { ...(data.account as object), name: rename },
                accounts: (data.accounts as readonly object[])
                  .map((entry) => ({ ...entry, name: rename }))
                  .toReversed(),
              },
      },
    },
  }),
);

const stored = async (documentId: string) => {
  const document = await (await api.collection('boxes')).findOne({ documentId });
  return document?.draft as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- a stored version
};

const make = async (data: object): Promise<string> => await api.create('/api/boxes', data);

it('a component keeps its passwords, in any depth, until the body has others', async () => {
  const id = await make({ account: { name: 'Ada', pin: 'one', inner: { note: 'n', key: 'two' } } });
  const before = (await stored(id)).account;
  await api.put(`/api/boxes/${id}`, { account: { name: 'Eve', inner: { note: 'm' } } });
  const after = (await stored(id)).account;
  expect(after).toEqual({ ...before, name: 'Eve', inner: { ...before.inner, note: 'm' } });
  await api.put(`/api/boxes/${id}`, { account: { name: 'Eve', pin: 'new', inner: null } });
  expect((await stored(id)).account.pin).not.toBe(before.pin);
  await api.put(`/api/boxes/${id}`, { account: { name: 'Eve', pin: null } });
  expect((await stored(id)).account.pin).toBe(null);
});

describe('an entry of a list', () => {
  const ada = { name: 'Ada', pin: 'one' };
  const bob = { name: 'Bob', pin: 'two' };

  it('keeps its password if the body has its id, wherever it moves and whatever else changes', async () => {
    const id = await make({
      accounts: [ada, { ...bob, inner: { note: 'n', key: 'three' } }, { name: 'Carl', pin: 'x' }],
    });
    const [first, second] = (await stored(id)).accounts;
    const { status } = await api.put(`/api/boxes/${id}`, {
      accounts: [{ name: 'Dan' }, { id: second.id, name: 'Eve', inner: { note: 'm' } }, { id: first.id, name: 'Ada' }],
    });
    const [dan, eve, third] = (await stored(id)).accounts;
    expect([status, eve, third]).toEqual([
      200,
      { ...second, name: 'Eve', inner: { ...second.inner, note: 'm' } },
      { ...first, inner: undefined },
    ]);
    expect(dan).not.toHaveProperty('pin');
  });

  it('is new without its id, also where it looks the same', async () => {
    const id = await make({ accounts: [ada, bob] });
    const before = (await stored(id)).accounts;
    await api.put(`/api/boxes/${id}`, { accounts: [{ name: 'Ada' }, { name: 'Bob' }] });
    const after = (await stored(id)).accounts;
    expect(after.map(({ name, pin }: { name: string; pin?: string }) => [name, pin])).toEqual([
      ['Ada', undefined],
      ['Bob', undefined],
    ]);
    expect(after.map((entry: { id: number }) => entry.id)).not.toEqual(before.map((entry: { id: number }) => entry.id));
  });

  it('has the password of the body, or none after null', async () => {
    const id = await make({ accounts: [ada, bob] });
    const [first, second] = (await stored(id)).accounts;
    await api.put(`/api/boxes/${id}`, {
      accounts: [
        { id: first.id, pin: 'new' },
        { id: second.id, pin: null },
      ],
    });
    const [one, two] = (await stored(id)).accounts;
    expect([typeof one.pin, one.pin === first.pin, two.pin]).toEqual(['string', false, null]);
  });

  it('cannot have that of another component, document or attribute', async () => {
    const account = { __component: 'part.account', ...ada };
    const id = await make({ accounts: [ada], zone: [account, { __component: 'part.key', note: 'n', key: 'two' }] });
    const other = await make({ accounts: [ada] });
    const { accounts, zone } = await stored(id);
    const [foreign] = (await stored(other)).accounts;
    for (const data of [
      { zone: [{ __component: 'part.key', id: zone[0].id, note: 'n' }] },
      { zone: [{ __component: 'part.account', id: accounts[0].id, name: 'a' }] },
      { accounts: [{ id: foreign.id, name: 'a' }] },
    ])
      expect((await api.put(`/api/boxes/${id}`, data)).status).toBe(400);
    const kept = { __component: 'part.account', id: zone[0].id, name: 'Eve' };
    await api.put(`/api/boxes/${id}`, { zone: [{ ...zone[1], key: undefined }, kept] });
    expect((await stored(id)).zone).toEqual([zone[1], { ...zone[0], name: 'Eve' }]);
  });

  it('that only the published version has keeps its password when it comes back', async () => {
    const id = await make({ accounts: [ada] });
    const [first] = (await stored(id)).accounts;
    await api.put(`/api/boxes/${id}?status=draft`, { accounts: [] });
    expect((await stored(id)).accounts).toEqual([]);
    await api.put(`/api/boxes/${id}?status=draft`, { accounts: [{ id: first.id, name: 'Ada' }] });
    expect((await stored(id)).accounts).toEqual([first]);
  });

  it('keeps its password in a document that was stored without ids', async () => {
    const id = await make({ accounts: [ada, bob] });
    const boxes = await api.collection('boxes');
    await boxes.updateOne(
      { documentId: id },
      { $unset: { 'draft.accounts.$[].id': 1, 'published.accounts.$[].id': 1 } },
    );
    const [first, second] = (await stored(id)).accounts;
    const { accounts } = (await api.get(`/api/boxes/${id}?view=edit&populate=accounts`)).body.data;
    expect((await api.put(`/api/boxes/${id}`, { accounts: accounts.toReversed() })).status).toBe(200);
    expect((await stored(id)).accounts).toMatchObject([
      { id: accounts[1].id, pin: second.pin },
      { id: accounts[0].id, pin: first.pin },
    ]);
  });
});

it('an entry of a component that left the schema does not hinder a write', async () => {
  const id = await make({ zone: [{ __component: 'part.account', name: 'Ada', pin: 'one' }] });
  const boxes = await api.collection('boxes');
  await boxes.updateOne({ documentId: id }, {
    $push: { 'draft.zone': { __component: 'part.former', name: 'x' } },
  } as object);
  const [account] = (await stored(id)).zone;
  const { status } = await api.put(`/api/boxes/${id}`, {
    zone: [{ __component: 'part.account', id: account.id, name: 'Ada' }],
  });
  expect([status, (await stored(id)).zone]).toEqual([200, [account]]);
});

it('components keep their passwords when a hook changes them', async () => {
  const id = await make({
    account: { name: 'Ada', pin: 'one' },
    accounts: [
      { name: 'Bob', pin: 'two' },
      { name: 'Carl', pin: 'three' },
    ],
  });
  const before = await stored(id);
  rename = 'Eve';
  await api.put(`/api/boxes/${id}`, { zone: [] });
  rename = undefined;
  const { account, accounts } = await stored(id);
  const [bob, carl] = before.accounts;
  expect([account, accounts]).toMatchObject([
    { id: before.account.id, name: 'Eve', pin: before.account.pin },
    [
      { id: carl.id, name: 'Eve', pin: carl.pin },
      { id: bob.id, name: 'Eve', pin: bob.pin },
    ],
  ]);
});
