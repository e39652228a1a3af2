// Declares the operations on the versions of a document.
import {
  anyObject,
  arrayOf,
  closedObject,
  cursorAnswer,
  dateTime,
  defineContract,
  draftStatus,
  envelopeAnswer,
  fullObject,
  integer,
  missing,
  nullable,
  text,
  versionName,
  Writer,
  type JsonSchema,
} from '../../contracts/contract.ts';
import { changeSources } from '../../platform/changeSources.ts';

const DocumentVersion = fullObject({
  ...{ number: integer, at: dateTime },
  updatedBy: {
    ...nullable(Writer),
    description: 'null: the public, the system, unknown, or for a caller who may not know',
  },
  via: {
    ...nullable({ type: 'string', enum: changeSources } as const),
    description: 'through what it was written; null: it is older than the history of the site',
  },
  action: nullable(text),
  status: {
    ...nullable(draftStatus),
    description: 'how its draft differed from its published version; null: the type has no drafts',
  },
  name: nullable(text),
  changeSet: {
    ...nullable(integer),
    description: 'the release with what the agent wrote; null: no agent, or for a caller who may not read it',
  },
  current: { type: 'boolean', description: 'whether the document is this version now' },
} as const);

const missingCount = { type: 'integer', description: 'links to documents that no longer exist' } as const;

const unknownAttributes = arrayOf({
  type: 'object',
  properties: { path: text, type: nullable(text), value: {} },
  required: ['path', 'type'],
  description: 'what the type no longer has or takes; with its `value`, if it had no components or relations',
} as const);

const about = { version: DocumentVersion, missingCount, unknownAttributes } as const;

const side = fullObject({ ...about, status: nullable(versionName) });

const Difference = closedObject(
  {
    path: { type: 'string', description: 'positions are those in `to`, of a removed entry those in `from`' },
    type: { type: 'string', description: 'the type of the attribute' },
    change: { enum: ['changed', 'added', 'removed', 'moved'] as const },
    from: { description: 'the value as in a body; null: there is none' },
    to: { description: 'the same in the other version' },
    id: { description: 'of an entry' },
    fromIndex: nullable(integer),
    toIndex: nullable(integer),
  } as const,
  ['path', 'type', 'change', 'from', 'to'],
);

const LeftOut = closedObject({ path: text, reason: { enum: ['missing', 'unknown'] as const }, count: integer }, [
  'path',
  'reason',
]);

/** What the answer to a read has in its meta, and more. */
const metaWith = <const P extends Readonly<Record<string, JsonSchema>>>(properties: P) =>
  ({ ...fullObject(properties), additionalProperties: true }) as const;

/** The read of the version checks it. */
const statusQuery = {
  ...{ type: 'string', documented: { ...versionName, default: 'draft' } },
  description: 'the values of the draft, or those that were published then',
} as const;

const sideText = 'the number of a version, `draft` or `published`';

export const versionContract = defineContract({
  tag: 'Versions',
  function: 'history',
  path: '/api/{contentType}/{documentId}/versions',
  ofDocuments: true,
  envelope: true,
  access: '{contentType}.versions',
  params: {
    number: { type: 'string', documented: { type: 'integer', minimum: 1 }, description: 'the number of a version' },
  },
  schemas: { DocumentVersion, Writer },
  operations: {
    findVersions: {
      method: 'GET',
      summary: 'Lists the versions of {document}, the newest first',
      paged: 'cursor',
      returns: 'The versions',
      answer: cursorAnswer(DocumentVersion),
    },
    compareVersions: {
      method: 'GET',
      path: '/compare',
      summary: 'Compares two versions of {document}',
      description: 'Entries of components are matched by their ids.',
      query: {
        from: { type: 'string', description: sideText },
        to: { type: 'string', default: 'draft', description: sideText },
        status: statusQuery,
        view: {
          ...{ type: 'string', documented: { enum: ['edit'] } },
          description: 'also private values, for a caller who may update',
        },
      },
      requiredQuery: ['from'],
      returns: 'What differs',
      answer: fullObject({ data: arrayOf(Difference), meta: fullObject({ from: side, to: side }) }),
    },
    findVersion: {
      method: 'GET',
      path: '/{number}',
      summary: 'Reads one version of {document}',
      description:
        'Takes the parameters of a read of the document, and answers as that read: with the draft, or with `status=published` what was published then.',
      query: { status: statusQuery },
      documentQuery: true,
      answersDocument: true,
      returns: 'The document as it was',
      answer: fullObject({ data: anyObject, meta: metaWith(about) }),
    },
    nameVersion: {
      method: 'PUT',
      path: '/{number}',
      summary: 'Names a version of {document}',
      description: 'A version with a name is never removed. null removes the name.',
      body: closedObject(
        {
          name: {
            type: ['string', 'null'],
            ...{ trim: true, minLength: 1, maxLength: 100, format: 'name' },
            rules: { value: 'must be one line of visible characters, at most 100', ...missing('string') },
          },
        },
        ['name'],
      ),
      example: { name: 'Before the redesign' },
      returns: 'The version',
      answer: envelopeAnswer(DocumentVersion),
    },
    restoreVersion: {
      method: 'POST',
      path: '/{number}/restore',
      summary: 'Restores a version of {document} into the draft',
      description:
        'Writes the draft, as an update does. Without `paths` it restores everything. Links to documents that no longer exist and ' +
        'attributes that the type no longer has or takes are left out.',
      query: { status: statusQuery },
      documentQuery: true,
      answersDocument: true,
      ifMatch: true,
      body: closedObject({
        paths: {
          type: 'array',
          ...{ minItems: 1, items: text },
          rules: { any: 'must be a list of at least one path, such as "seo.title"' },
        },
      }),
      optionalBody: true,
      returns: 'The document, as after an update',
      answer: fullObject({
        data: anyObject,
        meta: metaWith({ restored: fullObject({ from: integer, number: integer, leftOut: arrayOf(LeftOut) }) }),
      }),
    },
  },
});
