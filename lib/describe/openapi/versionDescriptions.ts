// Describes the routes of versions, once for all content types: for each type they would make a third of the document.
import { inPath } from './parameters.ts';
import { arrayOf, componentRef, jsonResponse, nullable, requiredObject, schemaRef, text } from './schemaParts.ts';
import type { DescribedRoute } from './types.ts';

const versions = { tag: 'Versions', errorStatuses: [400, 404] } as const;

const documentParameters = [
  inPath('contentType', 'the plural name of a collection, or the name of a single type', text),
  inPath('documentId', 'the documentId of a document', text),
  componentRef('parameters', 'locale'),
];

const number = inPath('number', 'the number of a version', { type: 'integer', minimum: 1 });

const version = schemaRef('DocumentVersion');

const findVersions = (): DescribedRoute => ({
  ...versions,
  description: 'The newest first.',
  parameters: [
    ...documentParameters,
    {
      ...{ name: 'before', in: 'query', description: '`meta.next` of the previous page' },
      schema: { type: 'integer', minimum: 1 },
    },
    {
      ...{ name: 'pageSize', in: 'query', description: 'versions on a page' },
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
    },
  ],
  answers: {
    200: jsonResponse(
      'The versions, and `before` for the next page',
      requiredObject({ data: arrayOf(version), meta: requiredObject({ next: nullable({ type: 'integer' }) }) }),
    ),
  },
});

const unknownAttribute = {
  ...requiredObject({ path: text, type: nullable(text) }),
  description: 'with its `value`, if it had no components or relations',
};

const findVersion = (): DescribedRoute => ({
  ...versions,
  description:
    'Takes the parameters of a read of the document, and answers as that read: with the draft, or with ' +
    '`status=published` what was published then.',
  parameters: [...documentParameters, number],
  answers: {
    200: jsonResponse(
      'The document as it was',
      requiredObject({
        data: { type: 'object' },
        meta: requiredObject({
          version,
          missingCount: { type: 'integer', description: 'links to documents that no longer exist' },
          unknownAttributes: arrayOf(unknownAttribute),
        }),
      }),
    ),
  },
});

export const versionDescriptions = { findVersions, findVersion };
