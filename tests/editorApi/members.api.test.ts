// Members of the site, also those who may write, learn nothing of the people who work in its editor.
import { beforeAll, describe, expect, it } from 'vitest';
import { contractRoutes } from '../../lib/api/http/routes/index.ts';
import { commentContract } from '../../lib/comments/contract.ts';
import { reviewContract } from '../../lib/releases/review/contract.ts';
import { createApi, schemaOf, typeFile } from '../setup/api.ts';
import { addEditor, addMember, createPublished, type Member } from '../setup/accounts.ts';
import { builtInUids } from '../../lib/schema/index.ts';

const review = { draftAndPublish: true, review: ['writing', 'ready'] };
const schema = schemaOf({
  'note.json': typeFile('note', { title: { type: 'string' } }, { options: review }),
  'home.json': typeFile('home', { title: { type: 'string' } }, { options: review, kind: 'singleType' }),
});
const api = createApi(schema);

const note = 'api::note.note';
const content = ['note', 'home'].flatMap((name) =>
  ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'versions', 'review'].map((action) => ({
    action: `api::${name}.${name}.${action}`,
  })),
);

let editor: Member;
/** Their username is their address. */
let addressed: { readonly documentId: string };
let documentId: string;
const members: Record<string, Member> = {};

/** Any document is enough: the right is checked first. */
const urlOf = (path: string): string => {
  const values = {
    contentType: path.includes('{documentId}') ? 'notes' : 'home',
    documentId,
    commentId: 'a'.repeat(24),
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (values as Record<string, string>)[name] ?? 'x');
};

beforeAll(async () => {
  const service = api.service();
  editor = await addEditor(service, content);
  const { body } = await api.get(`/api/users/${editor.documentId}?populate=role`);
  addressed = await createPublished(service, builtInUids.user, {
    ...{ username: 'maud.keller@example.org', email: 'maud.keller@example.org', role: body.role.documentId },
  });
  members['who does everything with content'] = await addMember(service, content);
  members['with one of the two permissions'] = await addMember(service, [
    ...content,
    { action: 'plugin::content-type-builder.content-types.getContentTypes' },
  ]);
  documentId = await api.create('/api/notes?status=draft', { title: 'One' });
  await api.put('/api/home?status=draft', { title: 'Home' });
});

/** Those below /api/editor are in the matrix of permissions. */
const routes = [...contractRoutes(commentContract), ...contractRoutes(reviewContract)].map(
  ({ method, path }) => [method, path] as const,
);

describe.each(['who does everything with content', 'with one of the two permissions'])('a member %s', (who) => {
  it.each(routes)('gets 403 for %s %s', async (method, path) => {
    const body = method === 'DELETE' ? {} : { body: { data: {} } };
    const { status } = await api.request(method, urlOf(path), { as: members[who]?.as ?? null, ...body });
    expect(status).toBe(403);
  });
});

describe('a member who writes', () => {
  it('reads and writes content as before', async () => {
    const { as } = members['who does everything with content'] ?? editor;
    expect((await api.post('/api/notes', { title: 'Mine' }, { as })).status).toBe(201);
    expect((await api.get('/api/notes?view=edit', { as })).status).toBe(200);
    expect((await api.get(`/api/notes/${documentId}/versions`, { as })).status).toBe(200);
  });

  it('learns no name of a person, wherever documents say who wrote them', async () => {
    const { as } = members['who does everything with content'] ?? editor;
    const id = (await api.post('/api/notes?status=draft', { title: 'By' }, { as: editor.as })).body.data.documentId;
    await api.put(`/api/notes/${id}?status=draft`, { title: 'By an editor' }, { as: editor.as });
    const { body } = await api.get(`/api/users/${addressed.documentId}`);
    await api.put(`/api/notes/${id}/assignee`, { id: body.id }, { as: editor.as });
    const deleted = (await api.post('/api/notes?status=draft', { title: 'Gone' }, { as: editor.as })).body.data
      .documentId;
    await api.delete(`/api/notes/${deleted}`, { as: editor.as });
    const answers = await Promise.all(
      [
        `/api/notes/${id}?view=edit`,
        '/api/notes?view=edit',
        `/api/notes/${id}/versions`,
        `/api/trash?type=${note}`,
        '/api/content-releases',
      ].map(async (url) => {
        const [ofMember, ofEditor] = [await api.get(url, { as }), await api.get(url, { as: editor.as })];
        expect([url, ofMember.status]).toEqual([url, 200]);
        const names = (answer: unknown) =>
          [...JSON.stringify(answer).matchAll(/"username":("?[^",}]*)/g)].map(([, name]) => name);
        return [names(ofMember.body), names(ofEditor.body)] as const;
      }),
    );
    expect(new Set(answers.flatMap(([ofMember]) => ofMember))).toEqual(new Set(['null']));
    expect(answers.slice(0, 4).map(([, ofEditor]) => ofEditor.length > 0)).toEqual([true, true, true, true]);
    expect(JSON.stringify(answers[0]?.[1])).toContain('maud.keller');
  });
});

describe('names', () => {
  it('are never addresses, and cannot be guessed as addresses', async () => {
    const { as } = editor;
    const people = async (q: string) =>
      (await api.get(`/api/editor/people?type=${note}&documentId=${documentId}&q=${encodeURIComponent(q)}`, { as }))
        .body.data;
    const named = { type: 'user', documentId: addressed.documentId, username: 'maud.keller' };
    expect(await people('maud')).toEqual([named]);
    expect(await people('keller@exa')).toEqual([]);
    expect(await people('example.org')).toEqual([]);
    const stages = await api.get(`/api/notes/${documentId}/stages`, { as });
    const token = await api
      .service()
      .access.sessions.issue(
        stages.body.meta.assignable.find((one: { documentId: string }) => one.documentId === addressed.documentId).id,
        60,
      );
    const data = { uid: note, documentId };
    await api.put('/api/editor/presence', data, { as: { token } });
    const present = await api.put('/api/editor/presence', data, { as });
    const comment = { text: 'x', mentions: [editor.documentId] };
    await api.post(`/api/notes/${documentId}/comments`, comment, { as: { token } });
    const answers = [
      ...[stages.body, present.body, (await api.get(`/api/notes/${documentId}/comments`, { as })).body],
      (await api.get('/api/editor/comments?mentioned=me', { as })).body,
    ];
    for (const answer of answers) {
      expect(JSON.stringify(answer)).toContain('maud.keller');
      expect(JSON.stringify(answer)).not.toContain('@');
    }
  });

  it('of people who do not work on the document are not found, and cannot be tried out', async () => {
    const { as } = editor;
    const refused = async (id: string) => {
      const { status, body } = await api.post(
        `/api/notes/${documentId}/comments`,
        { text: 'x', mentions: [id] },
        { as },
      );
      return JSON.stringify([status, body]).replaceAll(id, '<id>');
    };
    const absent = await refused('b'.repeat(24));
    for (const member of Object.values(members)) {
      expect(await refused(member.documentId)).toBe(absent);
      const { body } = await api.get(`/api/users/${member.documentId}`);
      const assign = (id: unknown) => api.put(`/api/notes/${documentId}/assignee`, { id }, { as });
      const { error } = (await assign(body.id)).body;
      error.details.errors[0].value = 999_999;
      expect(error).toEqual((await assign(999_999)).body.error);
    }
    const { body } = await api.get(`/api/editor/people?type=${note}&documentId=${documentId}`, { as });
    expect(body.data.map((one: { documentId: string }) => one.documentId)).toEqual([addressed.documentId]);
  });
});
