// @ts-check
// Modules of packages that functions need less of, and what they are bundled with instead.

import { createRequire } from 'node:module';

/** @type {{ readonly version: string }} */
const { version } = createRequire(import.meta.url)('mongodb/package.json');

/** What Lectern uses of the driver, and `TopologyType`, which the driver itself asks its index for. */
const driver = `
  exports.BSON = require('./bson').BSON;
  Object.assign(exports, require('./error'));
  const { MinKey, ObjectId } = require('./bson');
  const { MongoBulkWriteError } = require('./bulk/common');
  const { TopologyType } = require('./sdam/common');
  Object.assign(exports, { MinKey, ObjectId, MongoBulkWriteError, TopologyType });
  exports.MongoClient = require('./mongo_client').MongoClient;
`;

/** The numbers that an id is made of, by the platform's own. */
const bigNumber = `
  export default class BigNumber {
    constructor(value) { this.value = BigInt(value); }
    multipliedBy(factor) { return new BigNumber(this.value * BigInt(factor)); }
    plus(summand) { return new BigNumber(this.value + BigInt(summand)); }
    toString(radix) { return this.value.toString(radix); }
  }
`;

/** The platform's URL in place of one with Unicode tables of its own. */
export const platformUrl = { 'node_modules/whatwg-url/index.js': 'module.exports = { URL, URLSearchParams };' };

/** @type {Readonly<Record<string, string>>} in JavaScript, by the path of the module */
export const shims = {
  ...platformUrl,
  'node_modules/bignumber.js/bignumber.mjs': bigNumber,
  'node_modules/mongodb/lib/index.js': driver,
  // Encryption by the client, which is never asked for.
  'node_modules/mongodb/lib/encrypter.js': 'exports.Encrypter = class {};',
  // It tells the server its version.
  'node_modules/mongodb/package.json': `exports.version = '${version}';`,
  'node_modules/qs/lib/index.js': "exports.parse = require('./parse');",
  // For platforms without WeakMap.
  'node_modules/side-channel/index.js': 'module.exports = () => new WeakMap();',
};
