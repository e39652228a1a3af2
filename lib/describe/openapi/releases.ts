// Describes the routes of releases, and those of the schedules of documents, once for all content types.
import { documentPathParameters, inPath, inQuery } from './parameters.ts';
import {
  arrayOf,
  booleanSchema,
  closedObject,
  componentRef,
  dataResponse,
  dateTime,
  integer,
  nullable,
  requiredBody,
  requiredObject,
  schemaRef,
  text,
} from './schemaParts.ts';
import type { DescribedRoute, SchemaObject } from './types.ts';

const releases = { tag: 'Releases', errorStatuses: [400, 404] } as const;

const changes = { tag: 'Releases', errorStatuses: [400, 404, 409] } as const;

const id = inPath('id', 'the id of a release', integer);
const actionId = inPath('actionId', 'the id of an action', integer);

const actionType: SchemaObject = { enum: ['publish', 'unpublish'] };

const release = schemaRef('Release');
const action = schemaRef('ReleaseAction');

const timeProperties = {
  scheduledAt: {
    ...nullable(text),
    description: 'a time of the zone (`2026-11-26T10:00`), or a moment (`2026-11-26T09:00:00.000Z`); null: not planned',
  },
  timezone: { ...text, description: 'a name of the time zone database: `Europe/Berlin`' },
};

const name: SchemaObject = { ...text, minLength: 1, maxLength: 255 };

const newAction = closedObject(
  {
    ...{ type: actionType, contentType: text, entryDocumentId: text },
    locale: { ...text, description: 'without it the default locale; `*`: all' },
  },
  ['type', 'contentType'],
);

const time = (text: string) => inQuery(text, 'of the planned time, or of the time at which it was done', dateTime);

const before = inQuery('before', '`meta.next` of the previous page', { type: 'integer', minimum: 1 });
const nextPage = requiredObject({ next: nullable(integer) });

const findReleases = (): DescribedRoute => ({
  ...releases,
  description:
    'The newest first: those with a document that the caller may read, own ones, and all with the permission `read` on releases.',
  parameters: [
    inQuery('state', 'only these', { enum: ['pending', 'done'] }),
    inQuery('schedules', 'also the schedules of single documents, with their `document`', {
      enum: ['true', 'false'],
      default: 'false',
    }),
    ...[time('from'), time('to')],
    before,
    inQuery('pageSize', 'releases on a page', { type: 'integer', minimum: 1, maximum: 100, default: 25 }),
  ],
  answers: {
    200: dataResponse(
      'The releases, and `before` for the next page; a page before the last one can be short or empty',
      arrayOf(release),
      nextPage,
    ),
  },
});

const createRelease = (): DescribedRoute => ({
  ...releases,
  description: 'Needs the permission `plugin::content-releases.create`. The caller owns the release.',
  body: requiredBody(closedObject({ name, ...timeProperties }, ['name'])),
  answers: { 201: dataResponse('The release', release) },
  errorStatuses: [400],
});

const mapDocuments = (): DescribedRoute => ({
  ...releases,
  parameters: [
    inQuery('contentTypeUid', 'the uid of a content type', text, { required: true }),
    inQuery('documentIds', 'up to 100 ids: `documentIds[]=…&documentIds[]=…`', text, { required: true }),
    componentRef('parameters', 'locale'),
  ],
  answers: {
    200: dataResponse('By documentId, the releases that are not done', {
      type: 'object',
      additionalProperties: arrayOf(
        requiredObject({
          ...{ id: integer, name: nullable(text), scheduledAt: nullable(dateTime), timezone: nullable(text) },
          ...{ localTime: nullable(text), status, type: actionType, locale: nullable(text), isOwn: booleanSchema },
        }),
      ),
    }),
  },
  errorStatuses: [400],
});

const findByDocument = (): DescribedRoute => ({
  ...releases,
  description: 'The newest first, at most 100 on a page. The schedules of single documents are left out.',
  parameters: [
    inQuery('contentType', 'the uid of a content type', text, { required: true }),
    inQuery('entryDocumentId', 'the documentId; a single type needs none', text),
    componentRef('parameters', 'locales'),
    inQuery('hasEntryAttached', '`true`: those with the document', { enum: ['true', 'false'], default: 'false' }),
    before,
  ],
  answers: {
    200: dataResponse(
      'The planned releases: with the actions of the document, or without the document',
      arrayOf({ anyOf: [release, attachedRelease()] }),
      nextPage,
    ),
  },
});

const findRelease = (): DescribedRoute => ({
  ...releases,
  parameters: [id],
  answers: { 200: dataResponse('The release', release) },
});

const updateRelease = (): DescribedRoute => ({
  ...changes,
  description: 'For its owner, or with the permission `update` on releases; to plan it, also `publish`.',
  parameters: [id],
  body: requiredBody(closedObject({ name, ...timeProperties })),
  answers: { 200: dataResponse('The release', release) },
});

const deleteRelease = (): DescribedRoute => ({
  ...releases,
  description: 'For its owner, or with the permission `delete` on releases.',
  parameters: [id],
  answers: { 200: dataResponse('The release as it was', release) },
});

const publishRelease = (): DescribedRoute => ({
  ...changes,
  description:
    'All of its documents at once, or none: 400 names what prevents it. For its owner, or with the permission `publish` on releases.',
  parameters: [id],
  answers: {
    200: dataResponse(
      'The release, and how many documents it published and unpublished',
      release,
      requiredObject({ totalEntries: integer, totalPublishedEntries: integer, totalUnpublishedEntries: integer }),
    ),
  },
});

const findReleaseActions = (): DescribedRoute => ({
  ...releases,
  description:
    'Those of documents that the caller may read, in the version that goes live or offline, and own ones; `hidden` counts the others.',
  parameters: [id],
  answers: {
    200: dataResponse(
      'The actions, and of the hidden ones the ids, for callers who may remove them',
      arrayOf(action),
      requiredObject({ hidden: requiredObject({ count: integer, ids: arrayOf(integer) }) }),
    ),
  },
});

const addReleaseAction = (): DescribedRoute => ({
  ...changes,
  description: 'Needs the right to update the release, and to publish the document.',
  parameters: [id],
  body: requiredBody(newAction),
  answers: { 201: dataResponse('The action', action) },
});

const addReleaseActions = (): DescribedRoute => ({
  ...changes,
  description: 'All or nothing. Documents that are in the release already are left out.',
  parameters: [id],
  body: requiredBody({ ...arrayOf(newAction), minItems: 1, maxItems: 500 }),
  answers: {
    200: dataResponse(
      'The added actions',
      arrayOf(action),
      requiredObject({ entriesAlreadyInRelease: integer, totalEntries: integer }),
    ),
  },
});

const changeReleaseAction = (): DescribedRoute => ({
  ...changes,
  parameters: [id, actionId],
  body: requiredBody(requiredObject({ type: actionType })),
  answers: { 200: dataResponse('The action', action) },
});

const removeReleaseAction = (): DescribedRoute => ({
  ...changes,
  description: 'For whoever added it, and whoever may update the release: also a hidden one.',
  parameters: [id, actionId],
  answers: { 204: { description: 'The document is no longer in the release' } },
});

export const releaseDescriptions = {
  ...{
    findReleases,
    createRelease,
    mapDocuments,
    findByDocument,
    findRelease,
    updateRelease,
    deleteRelease,
    publishRelease,
  },
  ...{ findReleaseActions, addReleaseAction, addReleaseActions, changeReleaseAction, removeReleaseAction },
};

const documentParameters = [...documentPathParameters, componentRef('parameters', 'locales')];

const schedules = dataResponse('The plans', arrayOf(schemaRef('Schedule')));

const findSchedules = (): DescribedRoute => ({
  ...releases,
  parameters: documentParameters,
  answers: { 200: schedules },
});

const schedule = (): DescribedRoute => ({
  ...releases,
  description: 'A document has at most one plan of each kind in a locale: another one replaces it.',
  parameters: documentParameters,
  body: requiredBody(closedObject({ type: { ...actionType, default: 'publish' }, ...timeProperties }, ['scheduledAt'])),
  answers: { 200: schedules },
});

const unschedule = (): DescribedRoute => ({
  ...releases,
  parameters: [...documentParameters, inQuery('type', 'only this kind', actionType)],
  answers: { 204: { description: 'The plan is removed' } },
});

export const scheduleDescriptions = { findSchedules, schedule, unschedule };

const reasonCode: SchemaObject = {
  enum: ['author', 'permission', 'deleted', 'locale', 'type', 'unique', 'hidden'],
  description: 'what prevents it; without one, the value at `path` is not valid',
};

const reasons = arrayOf(
  closedObject({ message: text, code: reasonCode, path: arrayOf(text), locale: text }, ['message']),
);

const failure = nullable(requiredObject({ at: dateTime, message: text }));

const times = { scheduledAt: nullable(dateTime), timezone: nullable(text), localTime: nullable(text) };

const status: SchemaObject = { enum: ['empty', 'ready', 'blocked', 'failed', 'done'] };

const releaseProperties = {
  ...{ id: integer, name: nullable(text), releasedAt: nullable(dateTime), ...times, status },
  ...{ createdAt: dateTime, updatedAt: dateTime, failure },
  isOwn: { ...booleanSchema, description: 'whether the caller created it' },
  actions: requiredObject({
    meta: requiredObject({
      count: integer,
      hidden: { ...integer, description: 'how many documents the caller may not see' },
    }),
  }),
};

/** As Strapi answers releases with a document. */
const attachedRelease = (): SchemaObject =>
  requiredObject({ ...releaseProperties, actions: arrayOf(requiredObject({ id: integer, type: actionType })) });

const plannedDocument = requiredObject({
  ...{ type: actionType, contentType: text, entryDocumentId: text, locale: nullable(text), title: nullable(text) },
});

/** The schemas of answers. */
export const releaseSchemas = {
  Release: closedObject(
    { ...releaseProperties, document: { ...nullable(plannedDocument), description: 'of a schedule, in lists' } },
    Object.keys(releaseProperties),
  ),
  ReleaseAction: requiredObject({
    ...{ id: integer, type: actionType, contentType: text, entryDocumentId: text, locale: nullable(text) },
    ...{ isEntryValid: booleanSchema, reasons, title: nullable(text) },
    status: nullable({ enum: ['draft', 'modified', 'published'] }),
  }),
  Schedule: requiredObject({
    ...{ release: integer, type: actionType, locale: nullable(text), ...times, status },
    ...{ isEntryValid: booleanSchema, reasons, failure },
  }),
};
