// @ts-check
// The Lambda functions: how large each is, what it may do on AWS, and what is packaged with it. Their routes are in
// lib/http/routes.

/**
 * What an AWS right is for: stored files, files that were sent and not yet looked at, the bucket itself, mail identities.
 *
 * @typedef {'files' | 'sentFiles' | 'bucket' | 'identities'} Target
 *
 * @typedef {object} Lambda
 * @property {number} memorySize MB; a vCPU is 1,769 MB
 * @property {number} timeout seconds
 * @property {number} [ephemeralStorageSize] MB
 * @property {Readonly<Record<string, Target>>} [rights] by AWS action; besides, each writes its log and reads its secrets
 * @property {true} [withSharp] it decodes pictures
 * @property {true} [withSwaggerUi]
 * @property {readonly object[]} [events] what starts it, for a function that no request waits for
 */

/**
 * API Gateway waits 30 seconds: a function that ends before can still say what went wrong. A request is over within
 * milliseconds, so memory is chosen for the start of a process, which is half as long with twice of it.
 */
const standard = { memorySize: 1024, timeout: 29 };

/** Hashing a password takes 128 MB and a good part of a second of a whole vCPU. */
const hashing = { memorySize: 1769, timeout: 29 };

/** Few requests, whose callers can wait. */
const seldom = { memorySize: 512, timeout: 29 };

/** @type {{ readonly withSharp: true }} */
const decoding = { withSharp: true };

/** Decodes a picture of 64 million pixels, in as many threads as there are vCPUs. */
const pictures = { memorySize: 2048, timeout: 29, ...decoding };

/** Nobody waits: the largest pictures, moving ones too, in all their sizes. */
const background = { memorySize: 3008, timeout: 900, ephemeralStorageSize: 2048, ...decoding };

/** Without the right to list, S3 answers 403 for a key that does not exist. @type {Readonly<Record<string, Target>>} */
const readWriteList = {
  's3:GetObject': 'files',
  's3:PutObject': 'files',
  's3:DeleteObject': 'files',
  's3:ListBucket': 'bucket',
};

/** @type {Readonly<Record<string, Lambda>>} */
export const lambdas = {
  find: standard,
  findOne: standard,
  create: standard,
  update: standard,
  delete: standard,
  actions: standard,
  sync: standard,
  locales: standard,
  auth: hashing,
  // `register` hashes too.
  authMail: { ...hashing, rights: { 'ses:SendEmail': 'identities', 'ses:SendRawEmail': 'identities' } },
  users: hashing,
  roles: seldom,
  tokens: seldom,
  webhooks: seldom,
  health: seldom,
  openapi: seldom,
  docs: { ...seldom, withSwaggerUi: true },
  unrouted: standard,
  upload: { ...pictures, rights: { 's3:PutObject': 'files', 's3:DeleteObject': 'files' } },
  files: standard,
  // A file is sent to the bucket with the rights of the function that signed its form.
  fileStorage: { ...standard, rights: { 's3:PutObject': 'sentFiles', 's3:DeleteObject': 'files' } },
  // What was sent to the bucket is up to `upload.sizeLimit`, and is looked at on disk.
  completeUpload: {
    ...pictures,
    ephemeralStorageSize: 1024,
    rights: {
      ...readWriteList,
      's3:ListMultipartUploadParts': 'files',
      's3:ListBucketMultipartUploads': 'bucket',
    },
  },
  // The bucket's notification starts it (media.js).
  makeFormats: { ...background, rights: readWriteList, events: [] },
  // It makes the formats that nobody has made, beside what else a day left.
  sweep: {
    ...background,
    rights: { ...readWriteList, 's3:AbortMultipartUpload': 'files', 's3:ListBucketMultipartUploads': 'bucket' },
    events: [{ schedule: { rate: ['cron(23 3 * * ? *)'], description: 'finishes what requests left undone' } }],
  },
  // It waits for others most of its time, and ends by itself before the next one begins. Two at once do no harm: one has
  // the lease. Concurrency reserved for it would be taken from requests.
  relay: {
    ...{ memorySize: 512, timeout: 60 },
    events: [{ schedule: { rate: ['rate(1 minute)'], description: 'delivers events to webhooks' } }],
  },
};

/** @param {string} name of a function */
export const lambdaOf = (name) => {
  const lambda = lambdas[name];
  if (lambda === undefined) throw new Error(`infra/lambdas.js: there is no ${name}`);
  return lambda;
};

/** The names of the functions that events start, and no requests. */
export const inBackground = Object.keys(lambdas).filter((name) => lambdas[name]?.events !== undefined);
