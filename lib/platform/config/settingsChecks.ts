// Checks that settings fit together and fit the content types.
import { builtInUids, didYouMean, type Schema, isBuiltIn, typeOf } from '../../schema/index.ts';
import type { Settings } from './settingsSchema.ts';

/** @throws Error for an unknown content type, or if caches could store answers longer than the addresses in them are valid */
export const checkCache = ({ cache, upload }: Pick<Settings, 'cache' | 'upload'>, { served }: Schema): void => {
  const uids = [...[...served.values()].map(({ uid }) => uid), builtInUids.file];
  // An address may be reused for half of its validity, so only the other half is certain.
  const validSeconds = upload.s3.signedSeconds / 2;
  for (const [uid, { maxAge, sharedMaxAge, staleWhileRevalidate }] of Object.entries(cache.types)) {
    if (!uids.includes(uid)) throw new Error(`cache.types: there is no content type "${uid}"${didYouMean(uid, uids)}`);
    if (upload.s3.signedSeconds > 0 && Math.max(maxAge, sharedMaxAge) + staleWhileRevalidate > validSeconds)
      throw new Error(
        `cache.types.${uid}: caches may store an answer for at most ${validSeconds} s, half of upload.s3.signedSeconds: after that, the addresses of files in it may have expired`,
      );
  }
};

/** @throws Error for a name that is not a public attribute added to users by the site */
export const checkRegisterFields = (
  { registerFields: names }: Pick<Settings['auth'], 'registerFields'>,
  schema: Schema,
): readonly string[] => {
  const { attributes } = typeOf(schema, builtInUids.user);
  for (const name of names)
    if (attributes.get(name)?.private !== false || isBuiltIn(builtInUids.user, name))
      throw new Error(`auth.registerFields: ${name} is not a public attribute that this site added to its users`);
  return names;
};

/** A name is part of paths and of the ids of deliveries. */
const nameForm = /^[\w-]{1,40}$/;

/** @throws Error for an invalid name, for a target with several addresses or none, and for an unknown content type */
export const checkTargets = ({ targets }: Settings['events'], { served }: Schema): void => {
  const uids = [...served.values()].map(({ uid }) => uid);
  for (const [name, { queueUrl, topicArn, bus, types }] of Object.entries(targets)) {
    if (!nameForm.test(name))
      throw new Error(`events.targets: write a name of up to 40 letters, digits and hyphens, not "${name}"`);
    if ([queueUrl, topicArn, bus].filter((address) => address !== '').length !== 1)
      throw new Error(`events.targets.${name}: write one of queueUrl, topicArn and bus`);
    for (const uid of types.filter((one) => !uids.includes(one)))
      throw new Error(`events.targets.${name}.types: there is no content type "${uid}"${didYouMean(uid, uids)}`);
  }
};

/** @throws Error that says what to set */
export const checkUpload = ({ provider, folder, s3 }: Settings['upload']): void => {
  if (provider === 'local' && folder === '')
    throw new Error('upload.folder: write the folder that files are stored in');
  if (provider === 's3' && s3.bucket === '')
    throw new Error('upload.s3.bucket: write the bucket that files are stored in');
  if (!/^(?:[\w-]+\/)*$/.test(s3.prefix))
    throw new Error('upload.s3.prefix: write names that each end with a /, such as "uploads/"');
  if (s3.signedSeconds > 0 && s3.url !== '')
    throw new Error('upload.s3.signedSeconds: addresses under upload.s3.url are not signed: set only one of the two');
};

/** @throws Error if browsers would refuse the domain of passkeys to the pages of the editor */
export const checkPasskeyDomain = ({ editor, signIn }: Pick<Settings, 'editor' | 'signIn'>): void => {
  const { passkeyDomain, passkeyOrigins } = signIn.secondFactor;
  if (passkeyDomain === '' && passkeyOrigins.length === 0) return;
  if (editor.url === '')
    throw new Error(
      `signIn.secondFactor.${passkeyDomain === '' ? 'passkeyOrigins' : 'passkeyDomain'} needs the address of the editor: set editor.url`,
    );
  const { hostname } = new URL(editor.url);
  const domain = passkeyDomain === '' ? hostname : passkeyDomain;
  const isBelow = (host: string): boolean => host === domain || host.endsWith(`.${domain}`);
  if (!isBelow(hostname))
    throw new Error(
      `signIn.secondFactor.passkeyDomain: write ${hostname}, the host of editor.url, or a domain above it, not "${passkeyDomain}"`,
    );
  const outside = passkeyOrigins.find((origin) => !isBelow(new URL(origin).hostname));
  if (outside !== undefined)
    throw new Error(
      `signIn.secondFactor.passkeyOrigins: ${outside} is not below ${domain}: set passkeyDomain to a domain above both`,
    );
};

/** The issuers of Microsoft for accounts of any organisation, whose administrators choose the addresses. */
const anyTenant = /^https:\/\/login\.microsoftonline\.com(?::443)?\/+(?:common|organizations|consumers)(?![\w.-])/i;

/** @throws Error for several groups of which one has only digits in its name: JavaScript moves that to the front */
const checkGroups = (path: string, groups: object): void => {
  const names = Object.keys(groups);
  const name = names.find((one) => /^\d+$/.test(one));
  if (names.length > 1 && name !== undefined)
    throw new Error(`${path}.${name}: the first group counts, and names of digits only lose their order: rename it`);
};

type AnyProvider = Settings['signIn']['providers'][string] | Settings['signIn']['members'][string];

/**
 * @throws Error for the name `local`, which is that of passwords; for one that is both in `providers` and in `members`; for addresses
 *   that anybody could choose; and for groups whose order is lost
 */
export const checkSignIn = ({ signIn: { providers, members }, scim }: Pick<Settings, 'signIn' | 'scim'>): void => {
  checkGroups('scim.groups', scim.groups);
  for (const [kind, all] of Object.entries<Readonly<Record<string, AnyProvider>>>({ providers, members }))
    for (const [name, settings] of Object.entries(all)) {
      const path = `signIn.${kind}.${name}`;
      const isAnyTenant =
        anyTenant.test(settings.issuer) || (kind === 'members' && name === 'microsoft' && settings.issuer === '');
      if (name === 'local')
        throw new Error(
          'signIn: no provider can be called local, because users with passwords are: choose another name',
        );
      if (kind === 'members' && Object.hasOwn(providers, name))
        throw new Error(`${path}: signIn.providers has this name too: choose another one there`);
      if (settings.addressesAreVerified && isAnyTenant)
        throw new Error(
          `${path}.addressesAreVerified: write the issuer of your tenant, because others choose the addresses of theirs`,
        );
      if ('roles' in settings) checkGroups(`${path}.roles`, settings.roles);
    }
};

/** @throws Error that says what to set */
export const checkSearch = ({ backend, url }: Settings['search']): void => {
  if (backend === 'meilisearch' && url === '')
    throw new Error('search.url is empty, and search.backend is meilisearch: write the URL of Meilisearch');
};

/** @throws Error that says what to set */
export const checkPurge = ({ provider, service, urls }: Settings['cache']['purge']): void => {
  if (provider === 'fastly' && service === '')
    throw new Error('cache.purge.service is empty, and cache.purge.provider is fastly: write the id of the service');
  if ((provider === 'varnish' || provider === 'http') && urls.length === 0)
    throw new Error(
      `cache.purge.urls is empty, and cache.purge.provider is ${provider}: write the addresses that get purges`,
    );
  if (urls.some((url) => new URL(url).username !== '' || new URL(url).password !== ''))
    throw new Error('cache.purge.urls: write addresses without user and password, and set LECTERN_PURGE_KEY');
};
