// The code of a project that has routes, hooks, handlers of events, computed attributes and filters.

/** An extension, as the build of a project leaves it. */
export const projectCode = `
const body = {
  type: 'object',
  properties: { email: { type: 'string', format: 'email', maxLength: 20 }, size: { const: { s: 1 } } },
  required: ['email'],
  additionalProperties: false,
};
const user = 'plugin::users-permissions.user';
const join = async (documents, username) => {
  const { documentId } = await documents.create(user, { username, email: username + '@b.example', password: 'a long password' });
  return (await documents.update(user, documentId, { blocked: true })).blocked;
};
const types = {
  'api::topic.topic': {
    computed: { loud: { type: 'string', from: ['name'], value: ({ name }) => name + '!' } },
    canRead: ({ caller }) => caller.kind === 'token' || { name: { $startsWith: 'A' } },
    beforeWrite: async ({ data, documents }) => { await join(documents.asSystem, data.slug); },
  },
  'api::article.article': { beforeWrite: () => undefined, beforeDelete: () => undefined },
};
const on = { 'entry.create': () => undefined };
export const extensions = [{ file: 'extensions/shop.ts', definition: { types, on, routes: [
  { method: 'POST', path: '/members', permission: 'everyone', handler: async ({ documents }) => ({ blocked: await join(documents.asSystem, 'ada') }) },
  { method: 'POST', path: '/newsletter', permission: 'newsletter.subscribe', body, handler: ({ body }) => body },
  {
    method: 'GET', path: '/orders/{id}', permission: 'everyone',
    handler: async ({ params, documents }) => ({ ...params, articles: (await documents.asSystem.find('api::article.article')).data }),
  },
] } }];
`;
