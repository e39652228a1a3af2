// Declares the operations on releases, as Strapi's content-releases has them.
import {
  arrayOf,
  closedObject,
  cursorAnswer,
  dateTime,
  defineContract,
  draftStatus,
  envelopeAnswer,
  flag,
  fullObject,
  integer,
  missing,
  nullable,
  text,
  type FromSchema,
} from '../contracts/contract.ts';

/** The most documents of a request. */
const maxDocuments = 100;

/** The most documents in a release: they are one transaction, so that nobody reads a part of it. */
export const maxActions = 500;

/** The most linked drafts of an answer. */
export const maxLinkedDrafts = 100;

const typeRule = 'must be publish or unpublish';
export const actionType = {
  type: 'string',
  enum: ['publish', 'unpublish'],
  rules: { any: typeRule, required: typeRule },
} as const;

export const timeRule =
  'must be a time of the zone, such as 2026-11-26T10:00, or a moment, such as 2026-11-26T09:00:00.000Z';
export const timezoneRule = 'must be a time zone, such as Europe/Berlin';

/** `readTime` checks them together. */
export const plannedTime = {
  scheduledAt: {
    type: ['string', 'null'],
    description: 'a time of the zone (`2026-11-26T10:00`), or a moment (`2026-11-26T09:00:00.000Z`); null: not planned',
    rules: { any: timeRule },
  },
  timezone: {
    type: ['string', 'null'],
    description: 'a name of the time zone database: `Europe/Berlin`',
    rules: { any: timezoneRule },
  },
} as const;

const values = {
  name: {
    type: 'string',
    ...{ trim: true, minLength: 1, maxLength: 255, format: 'name' },
    rules: { value: 'must be one line of visible characters, at most 255', ...missing('string') },
  },
  ...plannedTime,
} as const;

const locales = 'without it the default locale; `*`: all';

const newAction = closedObject(
  {
    ...{ type: actionType, contentType: { type: 'string', rules: missing('string') } },
    ...{ entryDocumentId: { type: ['string', 'null'] }, locale: { type: ['string', 'null'], description: locales } },
  } as const,
  ['type', 'contentType'],
);

const status = { type: 'string', enum: ['empty', 'ready', 'blocked', 'failed', 'done'] } as const;

/** How a planned time is answered. */
export const times = { scheduledAt: nullable(dateTime), timezone: nullable(text), localTime: nullable(text) } as const;

const reason = closedObject(
  {
    message: text,
    code: {
      type: 'string',
      enum: ['author', 'permission', 'deleted', 'locale', 'type', 'unique', 'hidden'],
      description: 'what prevents it; without one, the value at `path` is not valid',
    },
    path: arrayOf(text),
    locale: text,
  },
  ['message'],
);

/** Why an action cannot be done. */
export type Reason = FromSchema<typeof reason>;

/** Whether an action can be done. */
export const validity = { isEntryValid: flag, reasons: arrayOf(reason) } as const;

/** The state of a release, and why the last attempt failed. */
export const state = { status, failure: nullable(fullObject({ at: dateTime, message: text })) } as const;

const actionDocument = { contentType: text, entryDocumentId: text, locale: nullable(text) } as const;

const answered = {
  ...{ id: integer, name: nullable(text), releasedAt: nullable(dateTime), ...times, ...state },
  ...{ createdAt: dateTime, updatedAt: dateTime },
  isOwn: { ...flag, description: 'whether the caller created it' },
} as const;

const released = {
  ...answered,
  actions: fullObject({
    meta: fullObject({
      count: integer,
      hidden: { ...integer, description: 'how many documents the caller may not see' },
    }),
  }),
} as const;

const plannedDocument = fullObject({ type: actionType, ...actionDocument, title: nullable(text) });

/** What a schedule does to which document. The title is null for a caller who may not read it any more. */
export type PlannedDocument = FromSchema<typeof plannedDocument>;

const agent = fullObject({ name: text, by: nullable(text) });

const Release = closedObject(
  {
    ...released,
    document: { ...nullable(plannedDocument), description: 'of a schedule, in lists' },
    agent: {
      ...agent,
      description:
        'Of a change set: the client or token that wrote its documents, and `by`: for which user, as far as the caller may know.',
    },
  },
  Object.keys(released) as (keyof typeof released)[],
);

const action = {
  ...{ id: integer, type: actionType, ...actionDocument, ...validity, title: nullable(text) },
  status: nullable(draftStatus),
} as const;

const agentChange = fullObject({
  created: flag,
  before: { ...nullable(integer), description: 'the number of the version that the agent began with' },
  version: { ...integer, description: 'the number of the present version' },
  left: { ...nullable(text), description: 'why discarding leaves the document as it is; null: it does not' },
});

const ReleaseAction = closedObject(
  { ...action, change: { ...agentChange, description: 'In lists: what an agent did, until the change set is done' } },
  Object.keys(action) as (keyof typeof action)[],
);

/** An action that is not added, by its place in the list. */
const refusedAction = fullObject({ index: integer, status: { ...integer, description: '403 or 404' }, message: text });

const linkedDraft = fullObject({ ...actionDocument, title: nullable(text), linkedBy: arrayOf(integer) });

/** A draft that documents of a release link to, with the ids of their actions. */
export type LinkedDraft = FromSchema<typeof linkedDraft>;

const chosenRule = `must be 1 to ${maxActions} ids of actions`;
const chosen = closedObject({
  actions: { ...arrayOf(integer), minItems: 1, maxItems: maxActions, rules: { any: chosenRule } },
} as const);

const versionsRule = 'must be numbers of versions, by ids of actions';
const published = closedObject({
  ...chosen.properties,
  versions: {
    type: 'object',
    additionalProperties: integer,
    rules: { any: versionsRule },
    description:
      'by the id of an action, `change.version` as the caller has read it: 409 if the document has changed since',
  },
} as const);

/** As Strapi answers releases with a document. */
const attached = fullObject({ ...answered, actions: arrayOf(fullObject({ id: integer, type: actionType })) });

const releaseOfDocument = fullObject({
  ...{ id: integer, name: nullable(text), ...times, status, type: actionType, locale: nullable(text), isOwn: flag },
});

const uid = {
  type: 'string',
  description: 'the uid of a content type',
  rules: { required: 'is a required field' },
} as const;
const moment = { type: 'string', description: 'of the planned time, or of the time at which it was done' } as const;
const documentsRule = `must be 1 to ${maxDocuments} ids`;

const choiceOf = <const T extends readonly string[]>(values: T, description: string) =>
  ({ type: 'string', enum: values, description, rules: { any: `must be one of ${values.join(', ')}` } }) as const;

/** The permissions are those to read and publish the documents of a release; the operations check them. */
export const releaseContract = defineContract({
  tag: 'Releases',
  function: 'general',
  path: '/api/content-releases',
  access: 'caller',
  params: {
    id: { type: 'integer', description: 'the id of a release' },
    actionId: { type: 'integer', description: 'the id of an action' },
  },
  schemas: { Release, ReleaseAction },
  operations: {
    findReleases: {
      method: 'GET',
      summary: 'Lists releases, the newest first',
      description:
        'The newest first: those with a document that the caller may read, own ones, and all with the permission `read` on releases.',
      query: {
        state: choiceOf(['pending', 'done'], 'only these'),
        schedules: choiceOf(['true', 'false'], 'also the schedules of single documents, with their `document`'),
        ...{ from: moment, to: moment },
      },
      paged: 'cursor',
      returns: 'The releases; a page before the last one can be short or empty',
      answer: cursorAnswer(Release),
    },
    createRelease: {
      method: 'POST',
      summary: 'Creates a release',
      description: 'Needs the permission `plugin::content-releases.create`. The caller owns the release.',
      body: closedObject(values, ['name']),
      status: 201,
      returns: 'The release',
      answer: envelopeAnswer(Release),
    },
    mapDocuments: {
      method: 'GET',
      path: '/mapEntriesToReleases',
      summary: 'Returns the planned releases of documents',
      query: {
        contentTypeUid: uid,
        documentIds: {
          type: 'array',
          ...{ minItems: 1, maxItems: maxDocuments, items: text },
          description: `up to ${maxDocuments} ids: \`documentIds[]=…&documentIds[]=…\``,
          rules: { any: documentsRule, required: documentsRule },
        },
        locale: { type: 'string', description: 'The locale. Default: all locales.' },
      },
      requiredQuery: ['contentTypeUid', 'documentIds'],
      returns: 'By documentId, the releases that are not done',
      answer: envelopeAnswer({ type: 'object', additionalProperties: arrayOf(releaseOfDocument) }),
    },
    findByDocument: {
      method: 'GET',
      path: '/getByDocumentAttached',
      summary: 'Lists planned releases with a document, or without it',
      description: 'The newest first. The schedules of single documents are left out.',
      query: {
        contentType: uid,
        entryDocumentId: { type: 'string', description: 'the documentId; a single type needs none' },
        locale: { type: 'string', description: locales },
        hasEntryAttached: choiceOf(['true', 'false'], '`true`: those with the document'),
      },
      requiredQuery: ['contentType'],
      paged: 'cursor',
      errors: [404],
      returns: 'The planned releases: with the actions of the document, or without the document',
      answer: cursorAnswer({ anyOf: [Release, attached] }),
    },
    findRelease: {
      method: 'GET',
      path: '/{id}',
      summary: 'Reads one release',
      returns: 'The release',
      answer: envelopeAnswer(Release),
    },
    updateRelease: {
      method: 'PUT',
      path: '/{id}',
      summary: 'Renames a release, or plans its time',
      description: 'For its owner, or with the permission `update` on releases; to plan it, also `publish`.',
      body: closedObject(values),
      errors: [409],
      returns: 'The release',
      answer: envelopeAnswer(Release),
    },
    deleteRelease: {
      method: 'DELETE',
      path: '/{id}',
      summary: 'Deletes a release, and nothing of its documents',
      description: 'For its owner, or with the permission `delete` on releases.',
      errors: [409],
      returns: 'The release as it was',
      answer: envelopeAnswer(Release),
    },
    publishRelease: {
      method: 'POST',
      path: '/{id}/publish',
      summary: 'Publishes a release now',
      description:
        'All of its documents, or these, at once, or none: 400 names what prevents it. The others stay in the release. For its owner, or with the permission `publish` on releases.',
      ...{ body: published, optionalBody: true, errors: [409] },
      returns: 'The release, and how many documents it published and unpublished',
      answer: fullObject({
        data: Release,
        meta: fullObject({ totalEntries: integer, totalPublishedEntries: integer, totalUnpublishedEntries: integer }),
      }),
    },
    discardChanges: {
      method: 'POST',
      path: '/{id}/discard',
      summary: 'Takes the changes of an agent back',
      description:
        'All of its documents, or these, one after the other: each draft becomes what it was before the first write of the agent, and a created document goes to the trash, with the permissions of the caller. What others have changed or published since is left. For its owner, or with the permission `update` on releases.',
      ...{ body: chosen, optionalBody: true, errors: [409] },
      returns: 'The release, how many documents are as before, and why which were left',
      answer: fullObject({
        data: Release,
        meta: fullObject({ discarded: integer, left: arrayOf(fullObject({ actionId: integer, message: text })) }),
      }),
    },
    findReleaseActions: {
      method: 'GET',
      path: '/{id}/actions',
      summary: 'Lists what a release publishes and unpublishes',
      description:
        'Those of documents that the caller may read, in the version that goes live or offline, and own ones; `hidden` counts the others.',
      returns: 'The actions, and of the hidden ones the ids, for callers who may remove them',
      answer: fullObject({
        data: arrayOf(ReleaseAction),
        meta: fullObject({ hidden: fullObject({ count: integer, ids: arrayOf(integer) }) }),
      }),
    },
    addReleaseAction: {
      method: 'POST',
      path: '/{id}/actions',
      summary: 'Adds a document to a release',
      description: 'Needs the right to update the release, and to publish the document.',
      body: newAction,
      status: 201,
      errors: [409],
      returns: 'The action',
      answer: envelopeAnswer(ReleaseAction),
    },
    addReleaseActions: {
      method: 'POST',
      path: '/{id}/actions/bulk',
      summary: 'Adds documents to a release',
      description: 'All or nothing. Documents that are in the release already are left out.',
      query: {
        atomic: choiceOf(['true', 'false'], '`false`: all that the caller may add, and `refused` has the others'),
      },
      body: { ...arrayOf(newAction), minItems: 1, maxItems: maxActions },
      errors: [409],
      returns: 'The added actions',
      answer: fullObject({
        data: arrayOf(ReleaseAction),
        meta: closedObject(
          { entriesAlreadyInRelease: integer, totalEntries: integer, refused: arrayOf(refusedAction) },
          ['entriesAlreadyInRelease', 'totalEntries'],
        ),
      }),
    },
    findLinkedDrafts: {
      method: 'GET',
      path: '/{id}/linked-drafts',
      summary: 'Lists drafts that a release leaves unpublished, and that its documents link to',
      description: `At most ${maxLinkedDrafts}: those that the caller may read, of types that the caller may publish, and that have no published version.`,
      returns: 'The drafts, with the ids of the actions whose documents link to them; none if the release is done',
      answer: envelopeAnswer(arrayOf(linkedDraft)),
    },
    changeReleaseAction: {
      method: 'PUT',
      path: '/{id}/actions/{actionId}',
      summary: 'Changes what a release does to a document',
      body: closedObject({ type: actionType }, ['type']),
      errors: [409],
      returns: 'The action',
      answer: envelopeAnswer(ReleaseAction),
    },
    removeReleaseAction: {
      method: 'DELETE',
      path: '/{id}/actions/{actionId}',
      summary: 'Removes a document from a release',
      description: 'For whoever added it, and whoever may update the release: also a hidden one.',
      errors: [409],
      returns: 'The document is no longer in the release',
    },
  },
});
