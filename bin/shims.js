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

/**
 * SASLprep (RFC 4013) without the tables of what it refuses, which take long to unpack: MongoDB refuses a password that no user has.
 * The lists are C.1.2 and B.1 of RFC 3454.
 */
const saslprepModule = `
  const spaces = /[\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u3000]/g;
  const nothing = /[\\u00ad\\u034f\\u1806\\u180b-\\u180d\\u200c\\u200d\\u2060\\ufe00-\\ufe0f\\ufeff]/g;
  exports.saslprep = (text) => text.replace(spaces, ' ').replace(nothing, '').normalize('NFKC');
`;

/** Logins by the token of a person or of a machine that is not on AWS, which no function has. */
const oidcModule = `
  exports.OIDC_VERSION = 1;
  exports.OIDC_WORKFLOWS = new Map();
  exports.MongoDBOIDC = class {};
`;

/** Names of headers in lower case, without the list of those that are written in other ways, which no function asks for. */
const headerModule = `
  const lower = (headers) =>
    headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  export default () => ({ before: async ({ event }) => { event.headers = lower(event.headers); } });
`;

/**
 * The modules of the driver that only these methods need, which no function calls, by their path in `mongodb/lib`.
 *
 * @type {Readonly<Record<string, { readonly classes: readonly string[], readonly methods: readonly string[] }>>}
 */
export const uncalled = {
  'operations/drop': {
    classes: ['DropCollectionOperation', 'DropDatabaseOperation', 'dropCollections'],
    methods: ['drop', 'dropCollection', 'dropDatabase'],
  },
  'operations/estimated_document_count': {
    classes: ['EstimatedDocumentCountOperation'],
    methods: ['estimatedDocumentCount'],
  },
  'operations/list_databases': { classes: ['ListDatabasesOperation'], methods: ['listDatabases'] },
  'operations/profiling_level': { classes: ['ProfilingLevelOperation'], methods: ['profilingLevel'] },
  'operations/remove_user': { classes: ['RemoveUserOperation'], methods: ['removeUser'] },
  'operations/rename': { classes: ['RenameOperation'], methods: ['rename', 'renameCollection'] },
  'operations/set_profiling_level': { classes: ['SetProfilingLevelOperation'], methods: ['setProfilingLevel'] },
  'operations/stats': { classes: ['DbStatsOperation'], methods: ['stats'] },
  'operations/validate_collection': { classes: ['ValidateCollectionOperation'], methods: ['validateCollection'] },
};

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
  ...Object.fromEntries(
    Object.entries(uncalled).map(([path, { classes }]) => [
      `node_modules/mongodb/lib/${path}.js`,
      classes.map((name) => `exports.${name} = class {};`).join(''),
    ]),
  ),
  // Kerberos, interactive logins and those of other clouds, which functions cannot use, and indexes of Atlas Search, which
  // Lectern has none of.
  'node_modules/mongodb/lib/cmap/auth/gssapi.js': gssapiModule,
  'node_modules/mongodb/lib/cmap/auth/mongodb_oidc.js': oidcModule,
  'node_modules/mongodb/lib/cmap/auth/mongodb_oidc/automated_callback_workflow.js':
    'exports.AutomatedCallbackWorkflow = class {};',
  'node_modules/mongodb/lib/cmap/auth/mongodb_oidc/human_callback_workflow.js':
    'exports.HumanCallbackWorkflow = class {};',
  'node_modules/mongodb/lib/cmap/auth/mongodb_oidc/token_cache.js': 'exports.TokenCache = class {};',
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
