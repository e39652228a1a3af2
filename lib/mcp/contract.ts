// Declares the tools of agents: what a model reads of them, and what their arguments must be. Every word costs each conversation
// tokens: a test limits their sum.
import { anyObject, arrayOf, closedObject, flag, integer, text, versionName } from '../contracts/contract.ts';

const type = { type: 'string', description: 'name of a content type, from list_types' } as const;
const documentId = { type: 'string', description: 'missing for a single type' } as const;
const locale = { type: 'string', description: 'without it the default locale' } as const;
const revision = {
  type: 'string',
  description: 'that your change starts from, as read_document gives it: refuses to overwrite a newer one',
} as const;
const data = { ...anyObject, description: 'attributes by name, as list_types describes them' } as const;
const aDocument = { type, documentId, locale } as const;
const version = { status: versionName, locale } as const;
const fields = { ...arrayOf(text), description: 'attributes to return; named ones are returned whole' } as const;
const populate = {
  anyOf: [arrayOf(text), anyObject, text],
  description: 'relations, components and files to return: names, or {name: {fields, populate}}',
} as const;

/**
 * They are called by `POST /mcp`, in the order in which clients list them. `reads`: it changes nothing. `needs`: arguments that mean nothing
 * without another one. Models read this in the description, as not all clients know its keyword.
 */
export const toolContract = {
  operations: {
    list_types: {
      reads: true,
      summary: 'Content types',
      description: 'Lists the content types that you may use. With type: its attributes and what values they take.',
      body: closedObject({ type }),
    },
    list_documents: {
      reads: true,
      summary: 'List documents',
      description:
        'Lists documents. filters as in Strapi: {"title": {"$containsi": "tea"}, "author": {"name": {"$eq": "Ann"}}}. Long texts are cut.',
      body: closedObject(
        {
          ...{ type, filters: anyObject, sort: { ...arrayOf(text), description: 'such as publishedAt:desc' }, fields },
          ...{ populate, page: integer, pageSize: { ...integer, description: '10, at most 50' }, ...version },
        },
        ['type'],
      ),
    },
    read_document: {
      reads: true,
      summary: 'Read a document',
      description: 'Reads one document with its revision.',
      body: closedObject({ ...aDocument, fields, populate, status: versionName }, ['type']),
    },
    search: {
      reads: true,
      summary: 'Search',
      description: 'Finds documents by words, also with other endings and small mistakes, the best first.',
      body: closedObject({ words: text, types: arrayOf(text), pageSize: integer, ...version }, ['words']),
    },
    create_document: {
      summary: 'Create a draft',
      description: 'Creates a draft; of a type without drafts, a document that readers see at once.',
      body: closedObject({ type, data, locale }, ['type', 'data']),
    },
    update_document: {
      summary: 'Change a draft',
      description:
        'Changes the attributes in data and no others; readers see it once it is published. Lists, such as components, are replaced whole.',
      body: closedObject({ ...aDocument, data, revision }, ['type', 'data']),
    },
    publish_document: {
      summary: 'Publish or unpublish',
      description: 'publish: readers see the draft. unpublish: they see nothing.',
      body: closedObject({ ...aDocument, action: { type: 'string', enum: ['publish', 'unpublish'] }, revision }, [
        'type',
        'action',
      ]),
    },
    document_history: {
      summary: 'Versions',
      description:
        'Lists who changed a document and when. With version: what it was; with restore also makes it the draft again.',
      body: closedObject({ ...aDocument, version: integer, restore: flag }, ['type']),
      needs: { restore: 'version' },
    },
    comment: {
      summary: 'Comments',
      description:
        'Lists the comments on a document. With text: writes one, on an attribute if path names it, or as a reply. Without type: lists those that mention you.',
      body: closedObject({ ...aDocument, text, path: text, replyTo: text }),
      needs: { documentId: 'type', locale: 'type', text: 'type', path: 'text', replyTo: 'text' },
    },
    review: {
      summary: 'Review',
      description:
        'Says in which stage a draft is and which others there are. With stage: moves it there, such as to ask for a review.',
      body: closedObject({ ...aDocument, stage: text, revision }, ['type']),
      needs: { revision: 'stage' },
    },
    preview_link: {
      summary: 'Preview',
      description: 'Makes a link that shows a draft to whoever has it, for an hour.',
      body: closedObject(aDocument, ['type']),
    },
    upload_file: {
      summary: 'Upload a file',
      description:
        'Adds the file at a public url to the library; its id is the value of a media attribute. Without url: returns a form for a file with this name, mime and size. Send it, then call with its key.',
      body: closedObject({
        ...{ url: text, name: text, alternativeText: text, caption: text, mime: text, size: integer, key: text },
      }),
    },
  },
} as const;

export type ToolName = keyof (typeof toolContract)['operations'];
