// Each answer of the routes of comments is as OpenAPI describes it.
import { expect, it } from 'vitest';
import { checkOf, describedOf } from '../describe/openapi/described.ts';
import { articles, createCommentSite, schema } from './commentSite.ts';

const site = createCommentSite();
const description = describedOf(schema);
const check = checkOf(description);

it('answers as described', async () => {
  const [ada, bea] = [await site.editor(), await site.editor()];
  const documentId = await site.draft('One');
  const url = `/api/articles/${documentId}/comments`;
  const of = '/api/{contentType}/{documentId}/comments';
  const answer = async (method: string, path: string, at: string, data?: object) => {
    const reply = await site.request(method, at, { as: ada.as, ...(data === undefined ? {} : { body: { data } }) });
    const { content } = description.paths[path][method.toLowerCase()].responses[String(reply.status)] as {
      readonly content?: Readonly<Record<string, { readonly schema: object }>>;
    };
    expect(content === undefined ? [] : check(content['application/json']?.schema ?? {}, reply.body)).toEqual([]);
    return reply;
  };
  const first = await answer('POST', of, url, { text: 'x', path: 'title', mentions: [bea.documentId] });
  const { id } = first.body.data;
  await answer('POST', of, url, { text: 'Reply', parent: id });
  await answer('PUT', `${of}/{commentId}`, `${url}/${id}`, { text: 'y' });
  await answer('PUT', `${of}/{commentId}`, `${url}/${id}`, { resolved: true });
  expect((await answer('GET', of, url)).body.data).toHaveLength(2);
  const people = `/api/editor/people?type=${articles}&documentId=${documentId}`;
  expect((await answer('GET', '/api/editor/people', people)).body.data).toHaveLength(1);
  await site.comment(bea, `/api/articles/${documentId}`, 'To you', { mentions: [ada.documentId] });
  const mentions = await answer('GET', '/api/editor/comments', '/api/editor/comments?mentioned=me');
  expect(mentions.body.data).toHaveLength(1);
  expect((await answer('DELETE', `${of}/{commentId}`, `${url}/${id}`)).status).toBe(204);
});
