// `$caller` in the conditions of roles is the user who sends the request.
import { beforeAll, describe, expect, it } from 'vitest';
import { typeFile } from '../setup/schema.ts';
import { addMember, addPublicRole, type Member } from '../setup/accounts.ts';
import { createApi, schemaOf, type Call } from '../setup/api.ts';

const api = createApi(
  schemaOf({
    'order.json': typeFile('order', {
      title: { type: 'string' },
      member: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
    }),
  }),
);

const titles = async (call: Call): Promise<readonly string[]> => {
  const { status, body } = await api.get('/api/orders?sort=title', call);
  expect(status).toBe(200);
  return (body.data as readonly { title: string }[]).map(({ title }) => title);
};

const order = async (title: string, member: Member | null): Promise<void> => {
  const reply = await api.post('/api/orders', { title, member: member?.documentId ?? null });
  expect(reply.status).toBe(201);
};

describe.each([
  ['the id', { member: { id: { $eq: '$caller' } } }, ['Of the first'], ['Of the second']],
  ['the documentId', { member: { documentId: '$caller' } }, ['Of the first'], ['Of the second']],
  [
    'inside of $or',
    { $or: [{ title: 'For all' }, { member: { id: '$caller' } }] },
    ['For all', 'Of the first'],
    ['For all', 'Of the second'],
  ],
  ['by $ne', { member: { id: { $ne: '$caller' } } }, ['Of the second'], ['Of the first']],
] as const)('a condition with $caller: %s', (_, filters, ofFirst, ofSecond) => {
  let first: Member;
  let second: Member;
  beforeAll(async () => {
    const service = api.service();
    const db = await service.database.get();
    for (const name of ['orders', 'up_roles']) await db.collection(name).deleteMany({});
    const permissions = ['find', 'update'].map((action) => ({ action: `api::order.order.${action}`, filters }));
    first = await addMember(service, permissions);
    // The same permissions, so that both callers share what depends on the role alone.
    second = await addMember(service, permissions);
    await order('Of the first', first);
    await order('Of the second', second);
    await order('For all', null);
  });

  it('lets each user find only what is theirs, whoever came first', async () => {
    for (const [member, expected] of [
      [first, ofFirst],
      [second, ofSecond],
      [first, ofFirst],
    ] as const)
      expect(await titles(member)).toEqual(expected);
  });

  it('permits nothing to callers who are no users', async () => {
    await addPublicRole(api.service(), []);
    const db = await api.service().database.get();
    const permissions = [{ action: 'api::order.order.find', filters }];
    await db
      .collection('up_roles')
      .updateOne({ 'published.type': 'public' }, { $set: { 'published.permissions': permissions } });
    api.service().access.roles.clearCache();
    expect(await titles({ as: null })).toEqual([]);
  });
});
