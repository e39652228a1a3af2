// @ts-check
// The Lambda functions: memory, time, AWS rights, packaged files, and what the gateway sends to each.
//
// A stack has at most 500 resources, and a route is one. So one route of the gateway takes what several routes of
// lib/api/http/routes serve, and the function finds the route of the request in that table (`dispatch`). `ANY` takes the methods
// that no other route of the path names. How the gateway chooses is documented for the rest: a path that matches whole comes
// before a greedy one (`{proxy+}`), and text before a variable. Not whether an exact method comes before a more exact path. So
// a path that also fits `/api/{contentType}` or `/api/{contentType}/{documentId}` has a route that is not greedy, with each
// method that a function of content has.

/**
 * What an AWS right applies to: stored files, these and the files in the trash, sent files that Lectern has not checked yet,
 * the bucket itself, mail identities.
 *
 * @typedef {'files' | 'filesAndTrash' | 'sentFiles' | 'bucket' | 'identities'} Target
 *
 * @typedef {object} Lambda
 * @property {number} memorySize MB; a vCPU is 1,769 MB
 * @property {number} timeout seconds
 * @property {number} [ephemeralStorageSize] MB
 * @property {readonly string[]} [routes] of the gateway; `*` takes requests without another route
 * @property {Readonly<Record<string, Target>>} [rights] targets by AWS action; every function may also write its log
 *   and read its secrets. Functions without further rights share a role and a log group
 * @property {number} [share] of the concurrency that is reserved for all functions, against 1 of the others
 * @property {true} [sendsEvents] may send to the targets of events in lectern.json, and purge its CloudFront distribution
 * @property {true} [withSharp] packaged with sharp, which decodes pictures
 * @property {true} [withSwaggerUi] packaged with the files of Swagger UI
 * @property {readonly object[]} [events] the events that start a background function
 */

/**
 * API Gateway waits 30 seconds; a function that ends earlier can still answer with an error. A request takes
 * milliseconds, so the memory is chosen for cold starts: twice the memory halves their time.
 */
const standardSize = { memorySize: 1024, timeout: 29 };

/** Hashing a password takes 128 MB and several tenths of a second of a whole vCPU. */
const hashingSize = { memorySize: 1769, timeout: 29 };

/** For few requests, whose callers can wait. */
const smallSize = { memorySize: 512, timeout: 29 };

/**
 * Decodes pictures of up to 64 million pixels, with one thread for each vCPU.
 *
 * @type {Lambda}
 */
const pictureSize = { memorySize: 2048, timeout: 29, withSharp: true };

/** Makes all formats of the largest pictures, animated ones too; no caller waits. @type {Lambda} */
const backgroundSize = { memorySize: 3008, timeout: 900, ephemeralStorageSize: 2048, withSharp: true };

/**
 * Includes the right to list, because without it S3 answers 403 for a key that does not exist.
 *
 * @type {Readonly<Record<string, Target>>}
 */
const readWriteList = {
  's3:GetObject': 'files',
  's3:PutObject': 'files',
  's3:DeleteObject': 'files',
  's3:ListBucket': 'bucket',
};

/**
 * To move files to the trash and back: S3 copies them.
 *
 * @type {Readonly<Record<string, Target>>}
 */
const moveFiles = {
  's3:GetObject': 'filesAndTrash',
  's3:PutObject': 'filesAndTrash',
  's3:DeleteObject': 'filesAndTrash',
  's3:ListBucket': 'bucket',
};

/**
 * Without them, where the configuration does not send mails by SES.
 *
 * @type {Readonly<Record<string, Target>>}
 */
const mailRights = { 'ses:SendEmail': 'identities', 'ses:SendRawEmail': 'identities' };

/** Downloads a sent file of up to `upload.sizeLimit` to the disk to check it. @type {Lambda} */
const completeUpload = {
  ...pictureSize,
  ephemeralStorageSize: 1024,
  rights: {
    ...readWriteList,
    's3:ListMultipartUploadParts': 'files',
    's3:ListBucketMultipartUploads': 'bucket',
  },
};

/** @type {Readonly<Record<string, Lambda>>} */
export const lambdas = {
  find: { ...standardSize, share: 20, routes: ['ANY /api/{contentType}'] },
  findOne: { ...standardSize, share: 20, routes: ['ANY /api/{contentType}/{documentId}'] },
  create: { ...standardSize, share: 3, routes: ['POST /api/{contentType}'] },
  update: { ...standardSize, share: 5, routes: ['PUT /api/{contentType}', 'PUT /api/{contentType}/{documentId}'] },
  delete: { ...standardSize, routes: ['DELETE /api/{contentType}', 'DELETE /api/{contentType}/{documentId}'] },
  search: { ...standardSize, share: 4, routes: ['ANY /api/search'] },
  sync: { ...standardSize, share: 4, routes: ['ANY /api/sync', 'ANY /api/live'] },
  // What editors and administrators do beside content, users and files. It publishes up to 500 documents in one transaction.
  general: {
    ...{ ...standardSize, share: 8, withSwaggerUi: true },
    routes: [
      '*',
      ...['ANY /api/editor', 'ANY /api/editor/{name}', 'PUT /api/editor/{name}', 'DELETE /api/editor/{name}'],
      ...['ANY /api/content-releases', 'POST /api/content-releases'],
      ...['ANY', 'PUT', 'DELETE'].map((method) => `${method} /api/content-releases/{id}`),
      ...['i18n', 'users-permissions', 'content-type-builder'].map((name) => `ANY /api/${name}/{name}`),
      ...['ANY /api/{contentType}/uid', 'ANY /api/{contentType}/comments', 'ANY /api/{contentType}/stages'],
      ...['ANY', 'PUT', 'DELETE'].map((method) => `${method} /api/{contentType}/schedule`),
      ...['PUT /api/{contentType}/stage', 'PUT /api/{contentType}/assignee'],
    ],
  },
  // Hashes passwords, and mails: codes, and logins with a new device.
  auth: {
    ...{ ...hashingSize, share: 3, rights: mailRights },
    routes: [
      ...['ANY /api/auth/{name}', 'ANY /api/auth/{proxy+}', 'ANY /api/connect/{provider}', 'ANY /api/connect/{proxy+}'],
      ...['ANY /admin/providers', 'ANY /admin/connect/{proxy+}', 'ANY /scim/v2/{proxy+}'],
    ],
  },
  // Mails invitations.
  users: {
    ...{ ...hashingSize, rights: mailRights },
    routes: [
      ...['ANY /api/users', 'POST /api/users', 'ANY /api/users/{id}', 'PUT /api/users/{id}', 'DELETE /api/users/{id}'],
      'ANY /api/users/{proxy+}',
    ],
  },
  health: { ...smallSize, routes: ['ANY /_health', 'ANY /_ready'] },
  // Only deployed if the project has routes, which may send mails. So may event handlers, in the relay.
  extensions: { ...standardSize, rights: mailRights },
  upload: {
    ...{ ...pictureSize, rights: { 's3:PutObject': 'files', 's3:DeleteObject': 'files' } },
    routes: ['POST /api/upload'],
  },
  files: { ...standardSize, routes: ['ANY /api/upload/{name}', 'ANY /api/upload/{proxy+}'] },
  // Uploads what agents name, as `upload` and `completeUpload` do.
  mcp: {
    ...completeUpload,
    routes: [
      // A site may have a type `agents`, whose documents have other paths.
      ...['ANY /mcp', 'ANY /.well-known/{proxy+}', 'ANY /oauth/{name}', 'ANY /api/agents/authorization'],
    ],
  },
  // Does what its fields ask: among it logins, their mails, and the removal of files.
  graphql: { ...hashingSize, share: 10, rights: { ...mailRights, ...moveFiles }, routes: ['ANY /graphql'] },
  // Versions and the trash, which moves the bytes of files and removes them.
  history: {
    ...{ ...standardSize, rights: moveFiles },
    routes: [
      ...['ANY /api/trash', 'DELETE /api/trash', 'ANY /api/trash/{proxy+}'],
      ...['', '/{documentId}'].flatMap((document) =>
        ['', '/{proxy+}'].map((rest) => `ANY /api/{contentType}${document}/versions${rest}`),
      ),
    ],
  },
  // A signed form has the rights of the function that signs it, so this one needs the right to put sent files.
  fileStorage: {
    ...standardSize,
    rights: {
      ...moveFiles,
      's3:ListMultipartUploadParts': 'sentFiles',
      's3:ListBucketMultipartUploads': 'bucket',
    },
    routes: ['ANY /api/upload/presign', 'DELETE /api/upload/files/{id}'],
  },
  completeUpload: { ...completeUpload, routes: ['ANY /api/upload/complete'] },
  // The bucket's notification starts it (media.js).
  makeFormats: { ...backgroundSize, rights: readWriteList, events: [] },
  // Also makes missing formats, so it needs the same size and rights as `makeFormats`.
  sweep: {
    ...backgroundSize,
    rights: { ...moveFiles, 's3:AbortMultipartUpload': 'files', 's3:ListBucketMultipartUploads': 'bucket' },
    events: [{ schedule: { rate: ['cron(23 3 * * ? *)'], description: 'cleans up after requests' } }],
  },
  // Spends most of its time waiting for receivers, and ends before the next run begins. Two concurrent runs do no harm:
  // only one holds the lease.
  relay: {
    ...{ memorySize: 512, timeout: 60, sendsEvents: true, rights: { ...mailRights, ...moveFiles } },
    events: [{ schedule: { rate: ['rate(1 minute)'], description: 'delivers events to webhooks' } }],
  },
};

/** A Lambda web function (web.js), which may do what the functions may that it replaces. Its size is fixed. @type {Lambda} */
const web = {
  ...{ memorySize: 2048, timeout: 900 },
  rights: { ...mailRights, ...lambdas.fileStorage?.rights },
};

/** The functions that decode pictures of requests beside a web function (functions/web), and the path of each. */
export const pathsBesideWeb = { upload: '/api/upload', completeUpload: '/api/upload/complete', mcp: '/mcp' };

/** @param {string} name of a function, or `web` */
export const lambdaOf = (name) => {
  const lambda = name === 'web' ? web : lambdas[name];
  if (lambda === undefined) throw new Error(`infra/lambdas.js has no row for ${name}`);
  return lambda;
};

/** The names of the functions that events start, not requests. */
export const backgroundFunctions = Object.keys(lambdas).filter((name) => lambdas[name]?.events !== undefined);
