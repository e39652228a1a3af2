// @ts-check
// Replacements that bundles of functions contain instead of package modules that are larger than needed.
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { createRequire } from 'node:module';

/** @param {string} file a package.json */
const versionIn = (file) => {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  return /** @type {{ readonly version: string }} */ (manifest).version;
};

const version = versionIn(createRequire(import.meta.url).resolve('mongodb/package.json'));

/** The exports of the driver that Lectern uses, and `TopologyType`, which the driver imports from its own index. */
const driverModule = `
  exports.BSON = require('./bson').BSON;
  Object.assign(exports, require('./error'));
  const { Binary, Long, MinKey, ObjectId, Timestamp } = require('./bson');
  const { MongoBulkWriteError } = require('./bulk/common');
  const { TopologyType } = require('./sdam/common');
  Object.assign(exports, { Binary, Long, MinKey, ObjectId, Timestamp, MongoBulkWriteError, TopologyType });
  exports.MongoClient = require('./mongo_client').MongoClient;
  exports.ReadConcern = require('./read_concern').ReadConcern;
`;

/** The names that the driver compares with, and no logger: functions have a log of their own. */
const loggerModule = `
  exports.SeverityLevel = { OFF: 'off', DEBUG: 'debug' };
  exports.MongoLoggableComponent = {
    COMMAND: 'command', TOPOLOGY: 'topology', SERVER_SELECTION: 'serverSelection', CONNECTION: 'connection', CLIENT: 'client'
  };
  exports.MongoLogger = { resolveOptions: () => ({ componentSeverities: {} }) };
`;

/** The names that the driver compares options with. */
const gssapiModule = `
  exports.GSSAPICanonicalizationValue = {
    on: true, off: false, none: 'none', forward: 'forward', forwardAndReverse: 'forwardAndReverse'
  };
  exports.GSSAPI = class {};
`;

/** Leaves ASCII passwords unchanged: only others need the Unicode tables, which take long to unpack. */
const saslprepModule = `
  let codePoints;
  const prepared = (text, options) => {
    codePoints ??= require('./memory-code-points').createMemoryCodePoints(require('./code-points-data').default);
    return require('./index').default(codePoints, text, options);
  };
  exports.saslprep = (text, options) => (/^[\\x20-\\x7e]*$/.test(text) ? text : prepared(text, options));
`;

/** Names of headers in lower case, without the list of those that are written in other ways, which no function asks for. */
const headerModule = `
  const lower = (headers) =>
    headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  export default () => ({ before: async ({ event }) => { event.headers = lower(event.headers); } });
`;

/** @param {string} name @param {string} cloud the module of a login by the identity of a machine that is not on AWS */
const foreignIdentityModule = (name, cloud) =>
  `exports.${name} = async () => { throw new Error('A function on AWS has no identity of ${cloud} to log in with'); };`;

/** Node's URL class in place of one with its own Unicode tables. */
export const urlModule = { 'node_modules/whatwg-url/index.js': 'module.exports = { URL, URLSearchParams };' };

/**
 * The versions that the shims were written for. A test compares them with those that are installed.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const shimmedVersions = {
  '@middy/http-header-normalizer': '6.4.5',
  '@mongodb-js/saslprep': '1.6.3',
  mongodb: '7.8.0',
  'mongodb-connection-string-url': '7.0.2',
  qs: '6.17.1',
  'side-channel': '1.1.1',
  'whatwg-url': '14.2.0',
};

/** @type {Readonly<Record<string, string>>} JavaScript sources by the path of the module */
export const shims = {
  ...urlModule,
  'node_modules/@middy/http-header-normalizer/index.js': headerModule,
  'node_modules/@mongodb-js/saslprep/dist/node.js': saslprepModule,
  'node_modules/mongodb/lib/index.js': driverModule,
  // The driver's log, which only MONGODB_LOG_… switch on.
  'node_modules/mongodb/lib/mongo_logger.js': loggerModule,
  // Client-side encryption, which Lectern does not use.
  'node_modules/mongodb/lib/encrypter.js': 'exports.Encrypter = class {};',
  // `watch` of collections, databases and clients, which is never called.
  'node_modules/mongodb/lib/change_stream.js': 'exports.ChangeStream = class {};',
  // `Db.runCursorCommand`, which is never called.
  'node_modules/mongodb/lib/cursor/run_command_cursor.js': 'exports.RunCommandCursor = class {};',
  // `MongoClient.bulkWrite`, which needs MongoDB 8 and is never called: collections have a `bulkWrite` of their own.
  'node_modules/mongodb/lib/operations/client_bulk_write/executor.js': 'exports.ClientBulkWriteExecutor = class {};',
  // Kerberos, interactive logins and those of other clouds, which functions cannot use, and indexes of Atlas Search, which
  // Lectern has none of.
  'node_modules/mongodb/lib/cmap/auth/gssapi.js': gssapiModule,
  'node_modules/mongodb/lib/cmap/auth/mongodb_oidc/human_callback_workflow.js':
    'exports.HumanCallbackWorkflow = class {};',
  'node_modules/mongodb/lib/cmap/auth/mongodb_oidc/azure_machine_workflow.js': foreignIdentityModule(
    'azureCallback',
    'Azure',
  ),
  'node_modules/mongodb/lib/cmap/auth/mongodb_oidc/gcp_machine_workflow.js': foreignIdentityModule(
    'gcpCallback',
    'Google Cloud',
  ),
  'node_modules/mongodb/lib/operations/search_indexes/create.js': 'exports.CreateSearchIndexesOperation = class {};',
  'node_modules/mongodb/lib/operations/search_indexes/drop.js': 'exports.DropSearchIndexOperation = class {};',
  'node_modules/mongodb/lib/operations/search_indexes/update.js': 'exports.UpdateSearchIndexOperation = class {};',
  'node_modules/mongodb/lib/cursor/list_search_indexes_cursor.js': 'exports.ListSearchIndexesCursor = class {};',
  // The driver sends its version to the server.
  'node_modules/mongodb/package.json': `exports.version = '${version}';`,
  // Addresses without their passwords, for messages: the driver has none with an address.
  'node_modules/mongodb-connection-string-url/lib/redact.js':
    "exports.redactConnectionString = exports.redactValidConnectionString = () => '<redacted>';",
  'node_modules/qs/lib/index.js': "exports.parse = require('./parse');",
  // For platforms without WeakMap.
  'node_modules/side-channel/index.js': 'module.exports = () => new WeakMap();',
};

/**
 * Whether a shim may replace a file of a package: in a project npm may have installed a version that it was not written for.
 *
 * @param {string} path of a file; files outside of node_modules are no shims' business, and true
 */
export const isShimmed = (path) => {
  const start = path.lastIndexOf('node_modules');
  const [, name = ''] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path.slice(start).replaceAll(sep, '/')) ?? [];
  const known = start < 0 ? undefined : shimmedVersions[name];
  return known === undefined || versionIn(join(path.slice(0, start), 'node_modules', name, 'package.json')) === known;
};
