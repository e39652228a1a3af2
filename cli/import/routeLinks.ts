// Reads all links of an archive once: finds the document that stores each in Lectern, and adds it to that one's partition.
import { createReadStream } from 'node:fs';
import { ArchiveError, readLines, strapiUids, type ArchiveLink, type ArchiveLinkEnd } from '../archive/index.ts';
import {
  builtInUids,
  isObject,
  type AttributeHolder,
  type MorphAttribute,
  type RelationAttribute,
  type Schema,
} from '../../lib/schema/index.ts';
import type { ImportContext } from './importContext.ts';
import type { ContainingRows } from './importFolders.ts';
import { parseLine } from './archiveRow.ts';
import { partitionOf, PartitionedFile } from '../partitionedFile.ts';
import type { Rows } from './readRows.ts';

/** A link as the row or component stores it that owns it in Lectern. */
export interface RoutedLink {
  /** The uid of the owner, a type of the project or a component, and its id. */
  readonly owner: string;
  readonly ownerId: number;
  readonly field: string;
  /** The uid of the target's type. */
  readonly type: string;
  /** The documentId of the target; null: the archive has no such row. */
  readonly to: string | null;
  readonly targetId: number;
  /** The position in the owner's list, and in that of the other side. */
  readonly position: number | null;
  readonly inverse: number | null;
}

export interface Links {
  /** `RoutedLink` as JSON. */
  readonly links: PartitionedFile;
  /** The ids of permissions by the id of their role. */
  readonly rolePermissions: ReadonlyMap<number, readonly number[]>;
  /** The id of the folder that a file is in, by the id of the file; the same for folders. */
  readonly fileFolders: ContainingRows;
  readonly folderParents: ContainingRows;
}

/** The relations that Strapi adds to every type: Lectern derives them, or has no administrators in the database. */
const derivedFields = ['localizations', 'createdBy', 'updatedBy'];

const isEnd = (value: unknown): value is ArchiveLinkEnd =>
  isObject(value) && typeof value.type === 'string' && (typeof value.ref === 'number' || typeof value.ref === 'string');

/** @throws ArchiveError for a line that is no link */
export const readLink = (text: string, line: number): ArchiveLink => {
  const { kind, relation, left, right } = parseLine(text, 'links', line);
  if (!isEnd(left) || !isEnd(right)) throw new ArchiveError(`The archive is damaged: line ${line} of links is no link`);
  return { kind: kind as ArchiveLink['kind'], relation: String(relation), left, right };
};

/** The two ends of a link: the one that stores it in Lectern, the attribute there, and the target. */
interface Ownership {
  readonly owner: ArchiveLinkEnd;
  readonly attribute: RelationAttribute | MorphAttribute;
  readonly target: ArchiveLinkEnd;
  readonly position: number | null;
  readonly inverse: number | null;
}

class LinkRouter {
  readonly rolePermissions = new Map<number, number[]>();
  readonly fileFolders = new Map<number, number>();
  readonly folderParents = new Map<number, number>();
  private readonly context: ImportContext;
  private readonly rows: Rows;
  private readonly links: PartitionedFile;

  constructor(context: ImportContext, rows: Rows, links: PartitionedFile) {
    this.context = context;
    this.rows = rows;
    this.links = links;
  }

  route(link: ArchiveLink): void {
    const { left, right } = link;
    if (derivedFields.includes(left.field ?? '')) return;
    if (left.type === strapiUids.permission) {
      const ids = this.rolePermissions.get(Number(right.ref)) ?? [];
      this.rolePermissions.set(Number(right.ref), [...ids, Number(left.ref)]);
      return;
    }
    if (right.type === strapiUids.folder) {
      const rows = left.type === strapiUids.folder ? this.folderParents : this.fileFolders;
      rows.set(Number(left.ref), Number(right.ref));
      return;
    }
    const ownership = this.ownershipOf(link);
    if (ownership === undefined) {
      this.leaveOut(link, 'Lectern has no such relation');
      return;
    }
    const { owner, attribute, target, position, inverse } = ownership;
    const uid = this.uidOf(owner.type);
    const [ownerId, targetId] = [Number(owner.ref), Number(target.ref)];
    const partition = this.partitionOf(uid, ownerId);
    if (partition === undefined) {
      this.leaveOut(link, 'the archive does not have the document of this link');
      return;
    }
    const type = this.uidOf(target.type);
    const routed: RoutedLink = {
      ...{ owner: uid, ownerId, field: attribute.name, type },
      ...{ to: this.rows.ids.get(type, targetId) ?? null, targetId, position, inverse },
    };
    this.links.add(partition, JSON.stringify(routed));
  }

  /** The uid in the project; of a component, the same. */
  private uidOf(archiveUid: string): string {
    return this.context.types.get(archiveUid)?.uid ?? archiveUid;
  }

  private partitionOf(uid: string, id: number): number | undefined {
    if (this.context.schema.components.has(uid)) return this.rows.components.get(uid, id);
    const documentId = this.rows.ids.get(uid, id);
    return documentId === undefined ? undefined : partitionOf(documentId, this.context.partitions);
  }

  private relationAt({ type, field }: ArchiveLinkEnd): RelationAttribute | MorphAttribute | undefined {
    const holder = holderOf(this.context.schema, this.uidOf(type));
    const attribute = holder?.attributes.get(field ?? '');
    return attribute?.kind === 'relation' || attribute?.kind === 'morph' ? attribute : undefined;
  }

  private ownershipOf({ left, right }: ArchiveLink): Ownership | undefined {
    const fromLeft = { position: left.pos ?? null, inverse: right.pos ?? null };
    const fromRight = { position: right.pos ?? null, inverse: left.pos ?? null };
    // A file owns its links in Strapi. In Lectern the media attribute does.
    if (left.type === builtInUids.file && left.field === 'related') {
      const attribute = this.relationAt(right);
      return attribute && { owner: right, attribute, target: left, ...fromRight };
    }
    const attribute = this.relationAt(left);
    if (attribute?.kind === 'morph')
      // Only the right end of a polymorphic link has a position, which orders both lists.
      return { owner: left, attribute, target: right, position: right.pos ?? null, inverse: right.pos ?? null };
    if (attribute === undefined) return undefined;
    if (attribute.side.holds === 'links') return { owner: left, attribute, target: right, ...fromLeft };
    const owning = this.relationAt({ ...right, field: attribute.side.mappedBy });
    return owning && { owner: right, attribute: owning, target: left, ...fromRight };
  }

  private leaveOut(link: ArchiveLink, message: string): void {
    const { left } = link;
    this.context.leftOut.add({ type: left.type, path: left.field ?? '', message, value: link });
  }
}

const holderOf = (schema: Schema, uid: string): AttributeHolder | undefined =>
  schema.types.get(uid) ?? schema.components.get(uid);

/** @throws ArchiveError for a line that is no link */
export const routeLinks = async (context: ImportContext, rows: Rows): Promise<Links> => {
  const { archive, folder, partitions, progress, leftOut } = context;
  const links = new PartitionedFile(folder, 'links', partitions);
  const router = new LinkRouter(context, rows, links);
  let line = 0;
  for await (const text of readLines(createReadStream(archive.links))) {
    router.route(readLink(text, ++line));
    progress.log(() => `reading links: ${line}`);
    if (line % 1_000 === 0) await leftOut.flush();
  }
  links.close();
  await leftOut.flush();
  const { rolePermissions, fileFolders, folderParents } = router;
  return { links, rolePermissions, fileFolders, folderParents };
};
