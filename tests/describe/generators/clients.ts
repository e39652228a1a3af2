// Programs that use generated clients as their users do: each creates a page, finds it and prints what it got.

/** Of a site with the types `page` and `author`. */
const data = `{
  title: 'Paper',
  kind: 'news',
  story: [
    { type: 'heading', level: 2, children: [{ type: 'text', text: 'How' }] },
    { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [{ type: 'text', text: 'One', bold: true }] }] },
  ],
  body: [{ __component: 'shared.quote', text: 'Dry it', by: 'Ada' }],
  author: { connect: [authorId] },
}`;

const head = `declare const process: { readonly argv: readonly string[]; exit(code: number): void };
const [, , baseUrl = '', token = ''] = process.argv;
const headers = { authorization: 'Bearer ' + token };
`;

const print = `const page = found?.data[0];
const node = page?.story?.[1];
const item = node?.type === 'list' ? node.children[0] : undefined;
const text = item?.type === 'list-item' ? item.children[0] : undefined;
const quote = page?.body?.[0];
console.log(JSON.stringify([
  found?.data.length, text?.type === 'text' ? text.text : undefined,
  quote?.__component === 'shared.quote' ? quote.by : undefined,
  page?.author !== null && page?.author !== undefined && 'name' in page.author ? page.author.name : undefined,
  french?.data.locale, draft?.data.publishedAt,
]));
`;

/** What each program prints. */
export const printed = [1, 'One', 'Ada', 'Ada', 'fr', null];

/** Sends nested filters and `populate` with qs, as the documentation says. */
export const openApiFetch = `import createClient from 'openapi-fetch';
import qs from 'qs';
import type { paths } from './types.ts';
${head}
const client = createClient<paths>({ baseUrl, headers, querySerializer: (query) => qs.stringify(query) });
const { data: author } = await client.POST('/api/authors', { body: { data: { name: 'Ada' } } });
const authorId = author?.data.documentId ?? '';
const { data: created } = await client.POST('/api/pages', { body: { data: ${data} } });
const documentId = created?.data.documentId ?? '';
const path = { documentId };
const { data: french } = await client.PUT('/api/pages/{documentId}', { params: { path, query: { locale: 'fr' } }, body: { data: { title: 'Papier' } } });
const { data: draft } = await client.GET('/api/pages/{documentId}', { params: { path, query: { status: 'draft' } } });
const { data: found } = await client.GET('/api/pages', { params: { query: {
  filters: { documentId, title: { $startsWith: 'P' }, $or: [{ author: { name: { $in: ['Ada'] } } }, { kind: 'about' }] },
  sort: 'title:desc',
  populate: { author: { fields: ['name'] }, body: { on: { 'shared.quote': true } } },
} } });
// @ts-expect-error there is no such operator
void (() => client.GET('/api/pages', { params: { query: { filters: { title: { $begins: 'P' } } } } }));
// @ts-expect-error no node has this type
void (() => client.POST('/api/pages', { body: { data: { title: 'x', story: [{ type: 'table', children: [] }] } } }));
${print}`;

export const heyApi = `import { client } from './hey/client.gen.ts';
import { authorCreate, pageCreate, pageFind, pageFindOne, pageUpdate } from './hey/sdk.gen.ts';
${head}
client.setConfig({ baseUrl, headers });
const { data: author } = await authorCreate({ body: { data: { name: 'Ada' } } });
const authorId = author?.data.documentId ?? '';
const { data: created } = await pageCreate({ body: { data: ${data} } });
const documentId = created?.data.documentId ?? '';
const path = { documentId };
const { data: french } = await pageUpdate({ path, query: { locale: 'fr' }, body: { data: { title: 'Papier' } } });
const { data: draft } = await pageFindOne({ path, query: { status: 'draft' } });
const { data: found } = await pageFind({ query: { filters: { documentId }, sort: ['title:desc', 'author.name'], populate: ['author', 'body'] } });
${print}`;

/** Its functions have the address of the site. */
export const orval = `import { authorCreate, pageCreate, pageFind, pageFindOne, pageUpdate } from './orval/api.ts';
${head}
void baseUrl;
const fail = (answer: { readonly data: unknown }): never => {
  throw new Error(JSON.stringify(answer.data));
};
const authorAnswer = await authorCreate({ data: { name: 'Ada' } }, undefined, { headers });
const author = authorAnswer.status === 201 ? authorAnswer.data : fail(authorAnswer);
const authorId = author.data.documentId;
const createdAnswer = await pageCreate({ data: ${data} }, undefined, { headers });
const created = createdAnswer.status === 201 ? createdAnswer.data : fail(createdAnswer);
const documentId = created.data.documentId;
const frenchAnswer = await pageUpdate(documentId, { data: { title: 'Papier' } }, { locale: 'fr' }, { headers });
const french = frenchAnswer.status === 200 ? frenchAnswer.data : fail(frenchAnswer);
const draftAnswer = await pageFindOne(documentId, { status: 'draft' }, { headers });
const draft = draftAnswer.status === 200 ? draftAnswer.data : fail(draftAnswer);
const foundAnswer = await pageFind({ filters: { documentId }, sort: ['title:desc', 'author.name'], populate: ['author', 'body'] }, { headers });
const found = foundAnswer.status === 200 ? foundAnswer.data : fail(foundAnswer);
${print}`;

/** Its requests have no brackets: filters are written with their whole names. */
export const python = `import json, sys
from generated import AuthenticatedClient
from generated.api.author import author_create
from generated.api.page import page_create, page_find, page_find_one, page_update
from generated.models import *

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)
author = author_create.sync(client=client, body=AuthorCreateBody(data=AuthorInput(name="Ada")))
text = lambda value: BlocksText(type_="text", text=value)
created = page_create.sync(client=client, body=PageCreateBody(data=PageInput(
    title="Paper",
    story=[
        BlocksHeading(type_="heading", level=BlocksHeadingLevel.VALUE_2, children=[text("How")]),
        BlocksList(type_="list", format_=BlocksListFormat.ORDERED, children=[BlocksListItem(type_="list-item", children=[text("One")])]),
    ],
    body=[SharedQuoteEntryInput(field_component="shared.quote", text="Dry it", by="Ada")],
    author=author.data.document_id,
)))
id = created.data.document_id
french = page_update.sync(id, client=client, locale="fr", body=PageUpdateBody(data=PageInput(title="Papier")))
draft = page_find_one.sync(id, client=client, status=PageFindOneStatus.DRAFT)
found = page_find.sync(
    client=client,
    filters=PageFilters.from_dict({"filters[documentId]": id, "filters[author][name][$in][0]": "Ada"}),
    sort=["title:desc", "author.name"],
    populate=["author", "body"],
)
page = found.data[0]
print(json.dumps([
    len(found.data), page.story[1].children[0].children[0].text, page.body[0].by, page.author.name,
    french.data.locale, draft.data.published_at,
]))
`;
