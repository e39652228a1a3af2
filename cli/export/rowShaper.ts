// Turns stored documents into the rows of an archive, and collects their links.
import { isBcryptHash } from '../../lib/accounts/passwords/index.ts';
import {
  componentsOf,
  linksOf,
  type StoredComponent,
  type StoredDocument,
  type Version,
} from '../../lib/platform/db/index.ts';
import { formatScalar } from '../../lib/read/execute/index.ts';
import {
  builtInUids,
  componentOf,
  internalAttributes,
  versionsOf,
  type Attribute,
  type AttributeHolder,
  type ContentType,
  type ScalarAttribute,
  type Schema,
} from '../../lib/schema/index.ts';
import type { ArchiveEntity } from '../archive/index.ts';
import { folderPath, type Folders } from './folderRows.ts';
import type { PendingLink, RowVersion } from './resolveLinks.ts';

export interface ShapedRow {
  readonly entity: ArchiveEntity;
  readonly links: readonly PendingLink[];
}

type Values = Readonly<Record<string, unknown>>;

/** Lectern stores the hashes of mailed codes, which Strapi cannot use. */
const mailedCodes = ['resetPasswordToken', 'confirmationToken'];

const isLeftOut = ({ uid }: AttributeHolder, name: string): boolean =>
  internalAttributes[uid]?.includes(name) === true || (uid === builtInUids.user && mailedCodes.includes(name));

/** What holds values: a row, or a component in one. */
interface Holder {
  readonly type: string;
  readonly id: number;
  readonly row: RowVersion;
  /** Collects the links of the row. */
  readonly links: PendingLink[];
}

export class RowShaper {
  /** How many passwords Strapi cannot verify. */
  lostPasswords = 0;
  private readonly schema: Schema;
  private readonly folders: Folders;
  /** The last id of each component. In Strapi, the two versions of a document have different ones. */
  private readonly componentIds = new Map<string, number>();

  constructor(schema: Schema, folders: Folders) {
    this.schema = schema;
    this.folders = folders;
  }

  /** @returns a row for each version of the document */
  rows(type: ContentType, document: StoredDocument): readonly ShapedRow[] {
    return versionsOf(type).flatMap((status) => {
      const version = document[status];
      return version === undefined ? [] : [this.row(type, document, status, version)];
    });
  }

  private row(
    type: ContentType,
    { documentId, locale }: StoredDocument,
    status: RowVersion['status'],
    version: Version,
  ): ShapedRow {
    const { id, createdAt, updatedAt } = version;
    const row = { status, locale, hasDrafts: type.draftAndPublish };
    const links: PendingLink[] = [];
    const values = this.values(type, version, { type: type.uid, id, row, links });
    const times = { createdAt, updatedAt, publishedAt: version.publishedAt ?? null };
    // An attribute that only Strapi has.
    const added = type.uid === builtInUids.file ? { folderPath: folderPath(this.folders, version.folder) } : {};
    const data = { documentId, ...values, ...added, ...times, locale };
    return { entity: { type: type.uid, id, data }, links };
  }

  private values(of: AttributeHolder, stored: Values, holder: Holder): Values {
    const values: Record<string, unknown> = {};
    for (const attribute of of.attributes.values()) {
      const { name } = attribute;
      if (isLeftOut(of, name)) continue;
      const value = this.value(attribute, stored[name], holder);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  /** @returns undefined for relations, which are links in an archive */
  private value(attribute: Attribute, stored: unknown, holder: Holder): unknown {
    switch (attribute.kind) {
      case 'scalar':
        return this.scalar(attribute, stored);
      case 'component': {
        const components = componentsOf(stored).map((one) => this.component(attribute.component, one, holder));
        return attribute.repeatable ? components : (components[0] ?? null);
      }
      case 'dynamiczone':
        return componentsOf(stored).map((one) => {
          const uid = one.__component ?? '';
          return { __component: uid, ...this.component(uid, one, holder) };
        });
      case 'relation':
        if (attribute.side.holds === 'links')
          this.collect(attribute.type === 'media' ? 'media' : 'relation', attribute, attribute.target, stored, holder);
        return undefined;
      case 'morph':
        this.collect('morph', attribute, undefined, stored, holder);
        return undefined;
    }
  }

  private scalar(attribute: ScalarAttribute, stored: unknown): unknown {
    if (attribute.type !== 'password' || typeof stored !== 'string') {
      const value = formatScalar(stored, attribute);
      return typeof value === 'bigint' ? Number(value) : value;
    }
    if (isBcryptHash(stored)) return stored;
    this.lostPasswords += 1;
    return null;
  }

  private component(uid: string, stored: StoredComponent, { row, links }: Holder): Values {
    const id = (this.componentIds.get(uid) ?? 0) + 1;
    this.componentIds.set(uid, id);
    return { id, ...this.values(componentOf(this.schema, uid), stored, { type: uid, id, row, links }) };
  }

  private collect(
    kind: PendingLink['kind'],
    { name }: Attribute,
    target: string | undefined,
    stored: unknown,
    { type, id, row, links }: Holder,
  ): void {
    for (const [index, { to, at, type: targetType }] of linksOf(stored).entries())
      links.push({
        kind,
        from: { type, id, field: name },
        row,
        to: { type: target ?? targetType ?? '', documentId: to },
        position: index + 1,
        inversePosition: at,
      });
  }
}
