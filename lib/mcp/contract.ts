// Declares the tools of agents: what a model reads of them, and what their arguments must be. Every word costs each conversation
// tokens: a test limits their sum.
import { arrayOf, closedObject, defineContract, flag, integer, text } from '../contracts/contract.ts';

const type = { type: 'string', description: 'name of a content type, from list_types' } as const;
const documentId = { type: 'string', description: 'missing for a single type' } as const;
const locale = { type: 'string', description: 'without it the default locale' } as const;
const revision = {
  type: 'string',
  description: 'that your change starts from, as read_document gives it: refuses to overwrite a newer one',
} as const;
const data = { type: 'object', description: 'attributes by name, as list_types describes them' } as const;
const aDocument = { type, documentId, locale } as const;
const status = { type: 'string', enum: ['draft', 'published'] } as const;
const fields = {
  type: 'array',
  items: text,
  description: 'attributes to return; named ones are returned whole',
} as const;
const populate = {
  anyOf: [arrayOf(text), { type: 'object' }, text],
  description: 'relations, components and files to return: names, or {name: {fields, populate}}',
} as const;

/** The operations are tools. None has a route: they are called by `POST /mcp`. */
export const toolContract = defineContract({
  tag: 'Agents',
  function: 'mcp',
  path: '/mcp',
  access: 'caller',
  params: {},
  schemas: {},
  operations: {
    list_types: {
      method: 'GET',
      summary: 'Content types',
      description: 'Lists the content types that you may use. With type: its attributes and what values they take.',
      returns: 'Types',
      body: closedObject({ type }),
    },
    list_documents: {
      method: 'GET',
      summary: 'List documents',
      description:
        'Lists documents. filters as in Strapi: {"title": {"$containsi": "tea"}, "author": {"name": {"$eq": "Ann"}}}. Long texts are cut.',
      returns: 'Documents',
      body: closedObject(
        {
          type,
          filters: { type: 'object' },
          sort: { type: 'array', items: text, description: 'such as publishedAt:desc' },
          fields,
          populate,
          page: integer,
          pageSize: { ...integer, description: '10, at most 50' },
          status,
          locale,
        },
        ['type'],
      ),
    },
    read_document: {
      method: 'GET',
      summary: 'Read a document',
      description: 'Reads one document with its revision.',
      returns: 'A document',
      body: closedObject({ ...aDocument, fields, populate, status }, ['type']),
    },
    search: {
      method: 'GET',
      summary: 'Search',
      description: 'Finds documents by words, also with other endings and small mistakes, the best first.',
      returns: 'Documents',
      body: closedObject({ words: text, types: { type: 'array', items: text }, pageSize: integer, status, locale }, [
        'words',
      ]),
    },
    create_document: {
      method: 'POST',
      summary: 'Create a draft',
      description: 'Creates a draft; of a type without drafts, a document that readers see at once.',
      returns: 'The document',
      body: closedObject({ type, data, locale }, ['type', 'data']),
    },
    update_document: {
      method: 'PUT',
      summary: 'Change a draft',
      description:
        'Changes the attributes in data and no others; readers see it once it is published. Lists, such as components, are replaced whole.',
      returns: 'The document',
      body: closedObject({ ...aDocument, data, revision }, ['type', 'data']),
    },
    publish_document: {
      method: 'POST',
      summary: 'Publish, unpublish or discard',
      description:
        'publish: readers see the draft. unpublish: they see nothing. discard: the draft becomes what is published.',
      returns: 'The document',
      body: closedObject(
        { ...aDocument, action: { type: 'string', enum: ['publish', 'unpublish', 'discard'] }, revision },
        ['type', 'action'],
      ),
    },
    document_history: {
      method: 'GET',
      summary: 'Versions',
      description:
        'Lists who changed a document and when. With version: what it was; with restore also makes it the draft again.',
      returns: 'Versions',
      body: closedObject({ ...aDocument, version: integer, restore: flag }, ['type']),
    },
    comment: {
      method: 'POST',
      summary: 'Comments',
      description:
        'Lists the comments on a document. With text: writes one, on an attribute if path names it, or as a reply. Without type: lists those that mention you.',
      returns: 'Comments',
      body: closedObject({ ...aDocument, text, path: text, replyTo: text }),
    },
    review: {
      method: 'PUT',
      summary: 'Review',
      description:
        'Says in which stage a draft is and which others there are. With stage: moves it there, such as to ask for a review.',
      returns: 'Stages',
      body: closedObject({ ...aDocument, stage: text, revision }, ['type']),
    },
    preview_link: {
      method: 'POST',
      summary: 'Preview',
      description: 'Makes a link that shows a draft to whoever has it, for an hour.',
      returns: 'A link',
      body: closedObject(aDocument, ['type']),
    },
    upload_file: {
      method: 'POST',
      summary: 'Upload a file',
      description:
        'Adds the file at a public url to the library; its id is the value of a media attribute. Without url: returns a form for a file with this name, mime and size. Send it, then call with its key.',
      returns: 'The file, or where to send it',
      body: closedObject(
        { url: text, name: text, alternativeText: text, caption: text, mime: text, size: integer, key: text },
        [],
      ),
    },
  },
});

export type ToolName = keyof (typeof toolContract)['operations'];
