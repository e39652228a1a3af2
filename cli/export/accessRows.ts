// The permissions of roles, the locales, and the settings: stored as rows in Strapi, and not in Lectern.
import {
  expandPermissions,
  storedPermissions,
  strapiPermission,
  type Permission,
} from '../../lib/platform/access/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { Locale } from '../../lib/platform/locales/index.ts';
import { builtInUids, type Schema } from '../../lib/schema/index.ts';
import {
  strapiUids,
  type ArchiveEntity,
  type ArchiveLink,
  defaultLocaleKey,
  type ArchiveConfiguration,
} from '../archive/index.ts';
import type { Config } from '../../lib/platform/config/index.ts';

interface PermissionRows {
  readonly entities: readonly ArchiveEntity[];
  readonly links: readonly ArchiveLink[];
  /** Permissions with conditions, which Strapi does not have: `public: api::article.article.find`. */
  readonly conditional: readonly string[];
}

/** Whether the permission has no condition. */
const isPlain = ({ own, filters }: Permission): boolean => own === undefined && filters === undefined;

/**
 * Strapi has no permissions on every content type, so its roles get those on each type.
 *
 * @param newDocumentId makes the documentId of a row
 */
export const permissionRows = (
  schema: Schema,
  roles: readonly StoredDocument[],
  newDocumentId: () => string,
): PermissionRows => {
  const rows = roles
    .flatMap((role) =>
      expandPermissions(schema, storedPermissions(role))
        .filter(isPlain)
        .map(({ action }) => ({ role, action })),
    )
    .map((permission, index) => ({ ...permission, id: index + 1 }));
  return {
    entities: rows.map(({ role: { published }, action, id }) => ({
      type: strapiUids.permission,
      id,
      data: {
        documentId: newDocumentId(),
        action: strapiPermission(action),
        createdAt: published?.createdAt,
        updatedAt: published?.updatedAt,
        publishedAt: published?.updatedAt,
        locale: null,
      },
    })),
    links: rows.flatMap(({ role: { published }, id }, index) =>
      published === undefined
        ? []
        : {
            ...{ kind: 'relation.basic', relation: 'manyToOne' },
            left: { type: strapiUids.permission, ref: id, field: 'role' },
            right: { type: builtInUids.role, ref: published.id, field: 'permissions', pos: index + 1 },
          },
    ),
    conditional: roles.flatMap((role) =>
      storedPermissions(role)
        .filter((permission) => !isPlain(permission))
        .map(({ action }) => `${String(role.published?.type)}: ${action}`),
    ),
  };
};

export const localeRow = ({
  id,
  documentId,
  name,
  code,
  createdAt,
  updatedAt,
  publishedAt,
}: Locale): ArchiveEntity => ({
  type: strapiUids.locale,
  id,
  data: { documentId, name, code, createdAt, updatedAt, publishedAt, locale: null },
});

const setting = (key: string, value: unknown): ArchiveConfiguration => ({
  type: 'core-store',
  value: { key, value, type: typeof value, environment: null, tag: null },
});

/** @returns the rows of Strapi's settings; Strapi starts with its defaults for all others */
export const configurationRows = ({ auth }: Config, defaultLocale: string): readonly ArchiveConfiguration[] => [
  setting(defaultLocaleKey, defaultLocale),
  setting('plugin_users-permissions_advanced', {
    unique_email: true,
    allow_register: auth.register,
    email_confirmation: auth.emailConfirmation,
    email_reset_password: auth.resetPasswordUrl === '' ? null : auth.resetPasswordUrl,
    email_confirmation_redirection: auth.confirmationRedirectUrl === '' ? null : auth.confirmationRedirectUrl,
    default_role: 'authenticated',
  }),
];
