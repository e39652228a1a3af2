// Comments that mention the session of an agent.
import { expect, it } from 'vitest';
import { createApi, type Reply } from '../setup/api.ts';
import { callTool } from './callTool.ts';
import { addPerson, config, schema, signIn } from './oauth/site.ts';

const api = createApi(schema, config);

it('an agent finds the comments that mention its session, on documents that it has written', async () => {
  const [person, other] = [await addPerson(api), await addPerson(api)];
  const { access } = await signIn(api, person);
  const { access: foreign } = await signIn(api, other);
  const call = (token: string, name: string, args: object = {}) => callTool(api, token, name, args);
  const { json: written } = await call(access, 'create_document', { type: 'articles', data: { title: 'Paper' } });
  const { documentId } = written.document;
  const [session] = (
    await api.get(`/api/editor/people?type=api::article.article&documentId=${documentId}&q=coding`, { as: other.as })
  ).body.data;
  expect(session).toEqual({
    ...{ type: 'agent', documentId: `release ${written.changeSet}` },
    username: expect.stringMatching(/^Coding assistant · /) as string,
  });

  const data = { text: 'Which mill?', mentions: [session.documentId] };
  const comment = (id: string) => api.request('POST', `/api/articles/${id}/comments`, { as: other.as, body: { data } });
  const { body } = await comment(documentId as string);
  expect(body.data.mentions).toEqual([session]);
  const untouched = await api.create('/api/articles?status=draft', { title: 'Not of the agent' });
  expect((await comment(untouched)).body.error.details.errors[0].path).toEqual(['data', 'mentions']);

  const mentionsOf = async (token: string): Promise<readonly unknown[]> =>
    (await call(token, 'comment')).json.items.map(({ text, documentId: id }: Record<string, unknown>) => [text, id]);
  expect(await mentionsOf(access)).toEqual([['Which mill?', documentId]]);
  expect(await mentionsOf(foreign)).toEqual([]);
  // A mention of its agent is no mention of the person.
  const own = await api.get('/api/editor/comments?mentioned=me', { as: person.as });
  expect(own.body.data).toEqual([]);
  await api.request('PUT', `/api/articles/${documentId}/comments/${body.data.id}`, {
    ...{ as: other.as, body: { data: { resolved: true } } },
  });
  expect(await mentionsOf(access)).toEqual([]);
});

it('what an agent writes names it beside its person: in its answer, in lists, and to those whom it answers', async () => {
  const [person, other] = [await addPerson(api), await addPerson(api)];
  const { access } = await signIn(api, person);
  const documentId = await api.create('/api/articles?status=draft', { title: 'Discussed' });
  const comments = `/api/articles/${documentId}/comments`;
  const question = { data: { text: 'Which mill?' } };
  const { id: replyTo } = (await api.request('POST', comments, { as: other.as, body: question })).body.data;
  const place = { type: 'articles', documentId, replyTo };
  const { json } = await callTool(api, access, 'comment', { ...place, text: 'The old one' });
  await api.request('POST', comments, { as: person.as, body: { data: { text: 'Both', parent: replyTo } } });

  expect(json.data).toMatchObject({ agent: 'Coding assistant', author: { documentId: person.documentId } });
  const agentsIn = ({ body }: Reply) => body.data.map((one: { agent: unknown }) => one.agent) as readonly unknown[];
  expect(agentsIn(await api.get(comments, { as: other.as }))).toEqual([null, 'Coding assistant', null]);
  const mentions = await api.get('/api/editor/comments?mentioned=me', { as: other.as });
  expect(agentsIn(mentions)).toEqual([null, 'Coding assistant']);
});

it('what an agent answers its person is news for the person', async () => {
  const person = await addPerson(api);
  const { access } = await signIn(api, person);
  const documentId = await api.create('/api/articles?status=draft', { title: 'Asked' });
  const body = { data: { text: 'Is this right?' } };
  const comment = await api.request('POST', `/api/articles/${documentId}/comments`, { as: person.as, body });
  const place = { type: 'articles', documentId, replyTo: comment.body.data.id };
  await callTool(api, access, 'comment', { ...place, text: 'It is' });
  const { body: news } = await api.get('/api/editor/comments?mentioned=me', { as: person.as });
  expect(news.data).toMatchObject([{ text: 'It is', agent: 'Coding assistant' }]);
});
