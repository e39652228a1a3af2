// Describes the routes of versions, once for all content types: for each type they would make a third of the document.
import { documentPathParameters, ifMatchParameter, inPath, inQuery } from './parameters.ts';
import {
  arrayOf,
  closedObject,
  componentRef,
  integer,
  jsonResponse,
  nullable,
  optionalBody,
  requiredBody,
  requiredObject,
  schemaRef,
  text,
} from './schemaParts.ts';
import type { DescribedRoute, SchemaObject } from './types.ts';

const versions = { tag: 'Versions', errorStatuses: [400, 404] } as const;

const documentParameters = [...documentPathParameters, componentRef('parameters', 'locale')];

const number = inPath('number', 'the number of a version', { type: 'integer', minimum: 1 });

const version = schemaRef('DocumentVersion');

const anyObject = { type: 'object' };

/** What the answer to a read has in its meta, and more. */
const metaWith = (more: SchemaObject): SchemaObject => ({ ...requiredObject(more), additionalProperties: true });

const findVersions = (): DescribedRoute => ({
  ...versions,
  description: 'The newest first.',
  parameters: [
    ...documentParameters,
    inQuery('before', '`meta.next` of the previous page', { type: 'integer', minimum: 1 }),
    inQuery('pageSize', 'versions on a page', { type: 'integer', minimum: 1, maximum: 100, default: 25 }),
  ],
  answers: {
    200: jsonResponse(
      'The versions, and `before` for the next page',
      requiredObject({ data: arrayOf(version), meta: requiredObject({ next: nullable(integer) }) }),
    ),
  },
});

const missingCount = { ...integer, description: 'links to documents that no longer exist' };

const unknownAttributes = arrayOf({
  ...requiredObject({ path: text, type: nullable(text) }),
  additionalProperties: true,
  description: 'what the type no longer has or takes; with its `value`, if it had no components or relations',
});

const status = inQuery('status', 'the values of the draft, or those that were published then', {
  enum: ['draft', 'published'],
  default: 'draft',
});

const findVersion = (): DescribedRoute => ({
  ...versions,
  description:
    'Takes the parameters of a read of the document, and answers as that read: with the draft, or with ' +
    '`status=published` what was published then.',
  parameters: [...documentParameters, number, status],
  answers: {
    200: jsonResponse(
      'The document as it was',
      requiredObject({ data: anyObject, meta: metaWith({ version, missingCount, unknownAttributes }) }),
    ),
  },
});

const side = requiredObject({
  ...{ version, missingCount, unknownAttributes },
  status: nullable({ enum: ['draft', 'published'] }),
});

const difference = closedObject(
  {
    path: { ...text, description: 'positions are those in `to`, of a removed entry those in `from`' },
    type: { ...text, description: 'the type of the attribute' },
    change: { enum: ['changed', 'added', 'removed', 'moved'] },
    from: { description: 'the value as in a body; null: there is none' },
    to: { description: 'the same in the other version' },
    id: { description: 'of an entry' },
    fromIndex: nullable(integer),
    toIndex: nullable(integer),
  },
  ['path', 'type', 'change', 'from', 'to'],
);

const sideText = 'the number of a version, `draft` or `published`';

const compareVersions = (): DescribedRoute => ({
  ...versions,
  description: 'Entries of components are matched by their ids.',
  parameters: [
    ...documentParameters,
    inQuery('from', sideText, text, { required: true }),
    inQuery('to', sideText, { ...text, default: 'draft' }),
    status,
  ],
  answers: {
    200: jsonResponse(
      'What differs',
      requiredObject({ data: arrayOf(difference), meta: requiredObject({ from: side, to: side }) }),
    ),
  },
});

const nameVersion = (): DescribedRoute => ({
  ...versions,
  description: 'A version with a name is never removed. null removes the name.',
  parameters: [...documentParameters, number],
  body: requiredBody(
    requiredObject({ data: requiredObject({ name: nullable({ ...text, minLength: 1, maxLength: 100 }) }) }),
  ),
  answers: { 200: jsonResponse('The version', requiredObject({ data: version, meta: anyObject })) },
});

const leftOut = closedObject({ path: text, reason: { enum: ['missing', 'unknown'] }, count: integer }, [
  'path',
  'reason',
]);

const restoreVersion = (): DescribedRoute => ({
  ...versions,
  description:
    'Writes the draft, as an update does. Without `paths` it restores everything. Links to documents that no longer exist and ' +
    'attributes that the type no longer has or takes are left out.',
  parameters: [...documentParameters, number, status, ifMatchParameter],
  body: optionalBody(closedObject({ data: closedObject({ paths: { ...arrayOf(text), minItems: 1 } }) })),
  answers: {
    200: jsonResponse(
      'The document, as after an update',
      requiredObject({
        data: anyObject,
        meta: metaWith({ restored: requiredObject({ from: integer, number: integer, leftOut: arrayOf(leftOut) }) }),
      }),
    ),
  },
  errorStatuses: [400, 404, 412],
});

export const versionDescriptions = { findVersions, findVersion, compareVersions, nameVersion, restoreVersion };
