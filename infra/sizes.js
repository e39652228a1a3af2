// @ts-check
// What each function is given of memory (a vCPU is 1,769 MB), time and space on disk.

/** @typedef {{ readonly memorySize: number, readonly timeout: number, readonly ephemeralStorageSize?: number }} Size */

/**
 * API Gateway waits 30 seconds: a function that ends before can still say what went wrong. A request is over within
 * milliseconds, so memory is chosen for the start of a process, which is half as long with twice of it.
 *
 * @type {Size}
 */
const usual = { memorySize: 1024, timeout: 29 };

/** Hashing a password takes 128 MB and a good part of a second of a whole vCPU. @type {Size} */
const hashing = { memorySize: 1769, timeout: 29 };

/** Seldom asked, and by who can wait. @type {Size} */
const seldom = { memorySize: 512, timeout: 29 };

/** Decoding a picture of 64 million pixels, in as many threads as there are vCPUs. @type {Size} */
const pictures = { memorySize: 2048, timeout: 29 };

/** Nobody waits: the largest pictures, moving ones too, in all their sizes. @type {Size} */
const unhurried = { memorySize: 3008, timeout: 900, ephemeralStorageSize: 2048 };

/** It waits for others most of its time, and ends by itself before the next one begins. @type {Size} */
const waiting = { memorySize: 512, timeout: 60 };

/** @type {Readonly<Record<string, Size>>} */
const sizes = {
  ...Object.fromEntries(
    ['login', 'register', 'changePassword', 'resetPassword', 'createUser', 'updateUser'].map((name) => [name, hashing]),
  ),
  ...Object.fromEntries(
    [
      ...['findTokens', 'createToken', 'findToken', 'updateToken', 'deleteToken', 'regenerateToken', 'webhooks'],
      ...['findRoles', 'createRole', 'findRole', 'updateRole', 'deleteRole', 'findPermissions'],
      ...['createLocale', 'updateLocale', 'deleteLocale', 'health', 'ready', 'openapi', 'docs'],
    ].map((name) => [name, seldom]),
  ),
  upload: pictures,
  // What was sent to the bucket is up to `upload.sizeLimit`, and is looked at on disk.
  completeUpload: { ...pictures, ephemeralStorageSize: 1024 },
  makeFormats: unhurried,
  // It makes the formats that nobody has made, beside what else a day left.
  sweep: unhurried,
  relay: waiting,
};

/** @param {string} name of a function */
export const sizeOf = (name) => sizes[name] ?? usual;
