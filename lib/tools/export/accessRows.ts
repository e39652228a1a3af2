// The permissions of roles, and the locales: documents in Strapi, and not in Lectern.
import { storedPermissions, strapiPermission } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Locale } from '../../platform/locales/index.ts';
import { builtInUids } from '../../schema/index.ts';
import { strapiUids, type ArchiveEntity, type ArchiveLink } from '../archive/index.ts';

export interface PermissionRows {
  readonly entities: readonly ArchiveEntity[];
  readonly links: readonly ArchiveLink[];
  /** Permissions with conditions, which Strapi does not have: `public: api::article.article.find`. */
  readonly conditional: readonly string[];
}

/** @param newDocumentId makes the documentId of a row */
export const permissionRows = (roles: readonly StoredDocument[], newDocumentId: () => string): PermissionRows => {
  const permissions = roles.flatMap((role) =>
    storedPermissions(role).map(({ action, ...condition }) => ({
      role,
      action,
      isPlain: Object.keys(condition).length === 0,
    })),
  );
  const rows = permissions
    .filter(({ isPlain }) => isPlain)
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
    conditional: permissions
      .filter(({ isPlain }) => !isPlain)
      .map(({ role, action }) => `${String(role.published?.type)}: ${action}`),
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
