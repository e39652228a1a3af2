// Checks that the passwords in components stay when a body replaces the component.
import { describe, expect, it } from 'vitest';
import { defineExtension } from '../../../lib/platform/extensions/index.ts';
import { createProjectApi, schemaOf, componentFile } from '../../setup/api.ts';

let rename: string | undefined;

const api = createProjectApi(
  schemaOf({
    'components/part/account.json': componentFile({
      name: { type: 'string' },
      pin: { type: 'password' },
      inner: { type: 'component', component: 'part.key' },
    }),
    'components/part/key.json': componentFile({ note: { type: 'string' }, key: { type: 'password' } }),
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

const make = async (data: object): Promise<string> => await api.create('/api/boxes', data);

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

describe('the password of a changed entry', () => {
  const ada = { name: 'Ada', pin: 'one' };
  const bob = { name: 'Bob', pin: 'two' };
  const carl = { name: 'Carl', pin: 'three' };

  /** Stores entries, replaces them, and returns whose password each has then: 0 is the first stored entry. */
  const pinsAfter = async (before: readonly object[], after: readonly object[]): Promise<readonly number[]> => {
    const id = await make({ accounts: before });
    const pinsOf = async (): Promise<readonly unknown[]> =>
      (await stored(id)).accounts.map(({ pin }: { pin?: string | null }) => pin ?? 'no password');
    const pins = await pinsOf();
    const { status } = await api.put(`/api/boxes/${id}`, { accounts: after });
    expect(status).toBe(200);
    return (await pinsOf()).map((pin) => pins.indexOf(pin));
  };
  const [a, c] = [{ name: 'Ada' }, { name: 'Carl' }];
  const eve = { name: 'Eve' };

  it.each<[string, readonly object[], readonly object[], readonly number[]]>([
    ['stays if no other entry changes', [ada, bob, carl], [a, eve, c], [0, 1, 2]],
    ['stays if the entry had nothing else', [{ pin: 'one' }], [eve], [0]],
    ['stays if all entries looked the same', [{ pin: 'one' }, { pin: 'two' }], [{}, eve], [0, 1]],
    ['is lost if two entries change', [ada, bob, carl], [a, eve, { name: 'Fay' }], [0, -1, -1]],
    ['is lost if another entry moves', [ada, bob, carl], [c, eve, a], [2, -1, 0]],
    ['is lost if an entry is added', [ada, bob], [a, eve, c], [0, -1, -1]],
    ['is lost if an entry is removed', [ada, bob, carl], [a, eve], [0, -1]],
    ['is lost if the body clears it', [ada, bob], [a, { ...eve, pin: null }], [0, -1]],
  ])('%s', async (_, before, after, pins) => {
    expect(await pinsAfter(before, after)).toEqual(pins);
  });

  const alike = [{ pin: 'one' }, { pin: 'two' }, carl];

  it.each<[string, readonly object[], readonly number[]]>([
    ['stay if another entry is removed', [{}, {}], [0, 1]],
    ['stay if entries with a password are added', [{}, {}, c, { pin: 'new' }, { pin: null }], [0, 1, 2, -1, -1]],
    ['are lost if one of them is removed', [{}, c], [-1, 2]],
    ['are lost if an entry without a password is added', [{}, {}, {}, c], [-1, -1, -1, 2]],
  ])('the passwords of entries that look the same %s', async (_, after, pins) => {
    expect(await pinsAfter(alike, after)).toEqual(pins);
  });

  it('stays in a dynamic zone, but not if the entry is another component', async () => {
    const id = await make({
      zone: [
        { __component: 'part.account', ...ada },
        { __component: 'part.key', note: 'n', key: 'two' },
      ],
    });
    const [{ pin }] = (await stored(id)).zone;
    const key = { __component: 'part.key', note: 'n' };
    await api.put(`/api/boxes/${id}`, { zone: [{ __component: 'part.account', name: 'Eve' }, key] });
    expect((await stored(id)).zone[0]).toMatchObject({ name: 'Eve', pin });
    await api.put(`/api/boxes/${id}`, { zone: [key, key] });
    expect((await stored(id)).zone[0]).toEqual(key);
  });
});

it('an entry of a component that left the schema does not hinder a write', async () => {
  const id = await make({ zone: [{ __component: 'part.account', name: 'Ada', pin: 'one' }] });
  const boxes = (await api.service().database.get()).collection('boxes');
  await boxes.updateOne({ documentId: id }, {
    $push: { 'draft.zone': { __component: 'part.former', name: 'x' } },
  } as object);
  const account = { __component: 'part.account', name: 'Ada' };
  const { pin } = (await stored(id)).zone[0];
  const { status } = await api.put(`/api/boxes/${id}`, { zone: [account] });
  expect([status, (await stored(id)).zone]).toEqual([200, [{ ...account, pin }]]);
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
