// Lists all permissions that API tokens and roles can have, by name.
import { memoize } from '../../memoize.ts';
import { builtInUids as uids, didYouMean, hasReview, type ContentType, type Schema } from '../../schema/index.ts';
import { projectRoutes } from '../extensions/index.ts';
import type { Site } from '../site.ts';
import { hasPermission, type Caller } from './caller.ts';
import { everyType, typeActions } from './permissionsByName.ts';
import { administrationUids, releasePermissions, releasesUid, uploadUid } from './permissionUids.ts';

/** What decides which permissions there are: the content types, and the routes of the project. */
export type PermissionSource = Pick<Site, 'schema' | 'extensions'>;

/** The actions beside those on the site's own documents, by uid, with Strapi's names where Strapi has them. */
const builtInActions: Readonly<Record<string, readonly string[]>> = {
  'plugin::users-permissions.auth': [
    'callback',
    'connect',
    'forgotPassword',
    'resetPassword',
    'changePassword',
    'emailConfirmation',
    'register',
    'sendEmailConfirmation',
    'refresh',
    'logout',
    'getSessions',
    'revokeSession',
  ],
  [uids.user]: ['find', 'findOne', 'create', 'update', 'destroy', 'me', 'count', 'createPasswordLink'],
  [uids.role]: ['find', 'findOne', 'createRole', 'updateRole', 'deleteRole'],
  'plugin::users-permissions.permissions': ['getPermissions'],
  [uploadUid]: ['find', 'findOne', 'upload', 'destroy', 'changeFolders'],
  'plugin::content-type-builder.content-types': ['getContentTypes', 'getContentType'],
  'plugin::content-type-builder.components': ['getComponents', 'getComponent'],
  'plugin::i18n.locale': ['find', 'create', 'update', 'delete'],
  [releasesUid]: releasePermissions,
  [administrationUids.tokens]: ['manage'],
  [administrationUids.webhooks]: ['manage'],
  [administrationUids.audit]: ['read'],
};

/** Strapi's names of permissions that have another name in Lectern. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['plugin::i18n.locales.listLocales', 'plugin::i18n.locale.find'],
  [`${uploadUid}.findPage`, `${uploadUid}.find`],
]);

/** Strapi's permissions that are parts of one in Lectern. */
const parts: ReadonlyMap<string, string> = new Map(
  ['create-action', 'delete-action'].map((part) => [`${releasesUid}.${part}`, `${releasesUid}.update`]),
);

/** @returns Strapi's name of a permission */
export const strapiPermission = (name: string): string => [...aliases].find(([, own]) => own === name)?.[0] ?? name;

const permissionNames = (uid: string, actions: readonly string[]): readonly string[] =>
  actions.map((action) => `${uid}.${action}`);

/** `review` of every type exists if any type has stages. */
const withReview = (schema: Schema): Pick<ContentType, 'review'> =>
  hasReview(schema) ? { review: { stages: [] } } : {};

const permissionsOfSchema = memoize(
  (schema: Schema): ReadonlySet<string> =>
    new Set([
      ...[...schema.served.values()].flatMap((type) => permissionNames(type.uid, typeActions(type))),
      ...permissionNames(everyType, typeActions({ kind: 'collectionType', uid: everyType, ...withReview(schema) })),
      ...Object.entries(builtInActions).flatMap(([uid, actions]) => permissionNames(uid, actions)),
    ]),
);

const permissionsOfRoutes = ({ extensions }: PermissionSource): readonly string[] =>
  projectRoutes(extensions).flatMap(({ permission }) => permission ?? []);

/** The names of all permissions of a site (`api::article.article.find`), with those of content types first. */
export const permissionsIn = (source: PermissionSource): ReadonlySet<string> => {
  const [ofSchema, ofRoutes] = [permissionsOfSchema(source.schema), permissionsOfRoutes(source)];
  return ofRoutes.length === 0 ? ofSchema : new Set([...ofSchema, ...ofRoutes]);
};

/** A permission in two parts: `api::article.article` and `find`. */
export interface PermissionParts {
  readonly uid: string;
  readonly action: string;
}

/** @returns the permissions of a site that the caller has, with or without conditions */
export const permittedActions = (caller: Caller, source: PermissionSource): readonly PermissionParts[] =>
  [...permissionsIn(source)].flatMap((name) => {
    const dot = name.lastIndexOf('.');
    const [uid, action] = [name.slice(0, dot), name.slice(dot + 1)];
    return hasPermission(caller, action, uid) ? [{ uid, action }] : [];
  });

/** `article.find` for `api::article.article.find`, `*.find` for `api::*.*.find`, `newsletter.subscribe` for `extension::routes.newsletter.subscribe`. */
const shortName = (name: string): string => name.replace(/^(?:api::[^.]+|extension::routes)\./, '');

/**
 * @param requested the name of a permission, Strapi's name for it, or a short name: `article.find`
 * @returns the name of the permission; undefined if there is none
 */
export const findPermission = (source: PermissionSource, requested: string): string | undefined => {
  const names = permissionsIn(source);
  const name = aliases.get(requested) ?? parts.get(requested) ?? requested;
  if (names.has(name)) return name;
  return [...names].find((one) => shortName(one) === requested);
};

/** The message for an unknown permission, with the closest known name. */
export const unknownPermissionMessage = (source: PermissionSource, requested: string): string => {
  const names = [...permissionsIn(source)];
  const near = didYouMean(requested, requested.includes('::') ? names : names.map(shortName));
  return `there is no permission "${requested}"${near}`;
};
