// Replaces parts of Lectern that a site does not use: the bundles of its functions do not contain them.
import { extendsTypes, hasWriteHooks } from '../../lib/platform/extensions/index.ts';
import { hasSearch } from '../../lib/read/query/index.ts';
import { hasCreators, hasReview } from '../../lib/schema/index.ts';
import type { Site } from '../../lib/platform/site.ts';

type Modules = Readonly<Record<string, string>>;

/** Replaces the URL signer if the configuration signs no URLs. */
const withoutSigner = { 'lib/platform/bucket/signer.ts': 'export const signerOf = () => undefined;' };

/** Replaces event handlers if the project has none, and what counts those that cause each other. */
const withoutHandlers = {
  'lib/events/relay/handlerReceivers.ts': 'export const handlerReceivers = () => [];',
  'lib/write/documents/eventDepth.ts':
    'export const eventDepth = () => ({}); export const runAtEventDepth = (depth, call) => call();',
};

/** Replaces the kinds of targets that the configuration does not have; each brings a client of AWS. */
const withoutUnusedTargets = ({ events }: Site['config']): Modules => {
  const targets = Object.values(events.targets);
  const folder = 'lib/events/relay';
  const without = (path: string, name: string, value: string) => ({
    [`${folder}/${path}.ts`]: `export const ${name} = () => ${value};`,
  });
  return {
    ...(targets.length > 0 ? {} : without('targetReceivers', 'targetReceivers', '[]')),
    ...(targets.some(({ queueUrl }) => queueUrl !== '') ? {} : without('targets/sqs', 'sqsPublisher', 'undefined')),
    ...(targets.some(({ topicArn }) => topicArn !== '') ? {} : without('targets/sns', 'snsPublisher', 'undefined')),
    ...(targets.some(({ bus }) => bus !== '')
      ? {}
      : without('targets/eventBridge', 'eventBridgePublisher', 'undefined')),
  };
};

/** Replaces what purges caches that the configuration does not have, and CloudFront's way to name keys. */
const withoutOtherPurges = ({ cache: { purge } }: Site['config']): Modules => ({
  ...(purge.provider === 'none'
    ? {
        'lib/events/purge/purgerOf.ts':
          'export const purgerOf = () => undefined; export const purgesCaches = () => false;',
      }
    : {}),
  ...(purge.provider === 'cloudfront'
    ? {}
    : { 'lib/events/purge/cloudFront.ts': 'export const cloudFrontPurger = () => undefined;' }),
  ...(purge.provider === 'cloudfront' && purge.paths.length === 0
    ? {}
    : {
        'lib/read/execute/keyHeaders.ts':
          "export const fitsTags = () => true; export const keyHeaders = (keys) => ({ 'surrogate-key': keys });",
      }),
});

/** Replaces the routes of a project if it has none. */
const withoutRoutes = {
  'lib/platform/extensions/projectRoutes.ts':
    'export const projectPaths = () => []; export const projectRoutes = () => [];',
  'lib/api/http/projectMethods.ts': 'export const projectMethods = () => undefined;',
};

/** Replaces computed attributes if project code has none. */
const withoutComputed = {
  'lib/read/execute/computed.ts':
    'const nothing = () => undefined; export { nothing as computedPart, nothing as populateStored };',
  'lib/read/query/refuseComputed.ts': 'export const refuseComputed = () => undefined;',
};

/** Replaces the filters of project code if it has none. */
const withoutProjectFilters = {
  'lib/platform/access/restrictCallers.ts': 'export const restrictCallers = () => undefined;',
  'lib/read/query/projectFilters.ts': 'export const projectFilters = () => [];',
};

/** Replaces the hooks on writes if the project has none. */
const withoutHooks = {
  'lib/write/operations/hooks.ts':
    'const none = () => undefined; export const hooksFor = { write: none, delete: none };',
  'lib/write/documents/hooks/runWriteHooks.ts': 'export const runWriteHooks = () => undefined;',
  'lib/write/documents/hooks/runDeleteHooks.ts': 'export const runDeleteHooks = () => undefined;',
};

/** Replaces the search backends that the configuration does not choose; one brings a client of its own. */
const withoutOtherBackends = ({ search }: Site['config']): Modules => {
  const backends = {
    mongodb: {
      'lib/search/mongodbBackend.ts':
        'export const mongodbBackend = () => undefined; export const mongodbReader = mongodbBackend;',
    },
    atlas: { 'lib/search/atlas/index.ts': 'export const atlasBackend = () => undefined;' },
    meilisearch: { 'lib/search/meilisearch/index.ts': 'export const meilisearchBackend = () => undefined;' },
  };
  const others = Object.entries(backends).filter(([name]) => name !== search.backend);
  return Object.assign({}, ...others.map(([, modules]) => modules)) as Modules;
};

/** Replaces searches in lists if no type has `options.search`: the query refuses them. */
const withoutListSearch = { 'lib/search/requests/searchedRows.ts': 'export const searchedRows = () => undefined;' };

/** Replaces the addresses of documents if the configuration has none. */
const withoutLinks = { 'lib/platform/config/linkTemplates.ts': 'export const linkTemplates = () => ({});' };

/** Replaces source maps, which need a page that shows drafts. */
const withoutSourceMaps = { 'lib/api/preview/sourceMaps.ts': 'export const sourceMapsFor = () => undefined;' };

/** Replaces the stages of drafts if no type has any. */
const withoutReview = {
  'lib/read/query/reviewAttributes.ts':
    'export const reviewAttributes = () => []; export const withFirstStage = (filter) => filter;',
  'lib/read/execute/reviewValues.ts': 'export const reviewValues = () => ({});',
  'lib/write/permissions/guardReview.ts':
    'export const guardReview = (context, action, documentId, write) => write; export const guardNewReview = (context, write) => write; export const stageFault = () => undefined;',
};

/** Replaces creators of documents if no type has them. */
const withoutCreators = {
  'lib/schema/creators.ts':
    "export const creatorUid = ''; export const hasCreators = () => false; export const creatorAttributes = () => []; export const isCreatorAttribute = () => false; export const creatorTypeOf = () => undefined;",
  'lib/read/query/creators.ts': 'export const creatorCondition = () => [];',
};

/** Replaces the coercion of blocks if no attribute has any. */
const withoutBlocks = {
  'lib/write/input/coerceBlocks.ts': 'export const createBlocksCoercion = () => (value) => value;',
};

const hasBlocks = ({ types, components }: Site['schema']): boolean =>
  [...types.values(), ...components.values()].some(({ attributes }) =>
    [...attributes.values()].some(({ type }) => type === 'blocks'),
  );

/** Replaces what shares a process between requests: a function answers one at a time. */
export const withoutShares = {
  'lib/platform/fairQueue.ts': 'export const takePlace = async () => {};',
  'lib/media/image/pictureTurns.ts':
    'export const inPictureTurn = (turn, work) => work(); export const inFetchTurn = inPictureTurn;',
  'lib/read/execute/readShares.ts':
    'const queue = { leave() {} }; export const readSharesOf = () => ({ costly: queue, costlyPublic: queue }); export const maxCheapBytes = () => Infinity; export const withPlace = (db, reader, work) => work();',
  'lib/read/execute/turns.ts':
    'export const takeTurn = async () => {}; export const waitForOwnTurn = () => {}; export const mapInTurns = async (reader, items, map) => items.map((item, index) => map(item, undefined, index));',
  'lib/api/http/encodeBody.ts': 'export const encodeBody = async (body) => JSON.stringify(body);',
};

/** @returns JavaScript modules by the path of the file that each replaces */
export const unusedParts = ({ schema, config, extensions }: Site): Modules => ({
  ...(config.upload.s3.signedSeconds === 0 ? withoutSigner : {}),
  ...withoutUnusedTargets(config),
  ...withoutOtherBackends(config),
  ...withoutOtherPurges(config),
  ...((extensions?.routes ?? []).length > 0 ? {} : withoutRoutes),
  ...((extensions?.subscriptions ?? []).length > 0 ? {} : withoutHandlers),
  ...(extendsTypes(extensions, 'computed') ? {} : withoutComputed),
  ...(extendsTypes(extensions, 'canRead', 'canWrite') ? {} : withoutProjectFilters),
  ...(hasWriteHooks(extensions) ? {} : withoutHooks),
  ...(hasSearch(schema) ? {} : withoutListSearch),
  ...(config.preview.url === '' ? withoutSourceMaps : {}),
  ...(config.links.url === '' && Object.keys(config.links.types).length === 0 ? withoutLinks : {}),
  ...(hasReview(schema) ? {} : withoutReview),
  ...(hasCreators(schema) ? {} : withoutCreators),
  ...(hasBlocks(schema) ? {} : withoutBlocks),
});
