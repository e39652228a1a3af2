// Writes everything that a site stores into an archive that `strapi import` reads.
import { join } from 'node:path';
import { findAllRoles } from '../../lib/accounts/roles/index.ts';
import { findStoredFolders, storeOf, withTempDir } from '../../lib/media/index.ts';
import { builtInAttribute, builtInUids } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import {
  metadataPath,
  type ArchiveLink,
  type ArchiveSchema,
  LineWriter,
  writeArchive,
  type ArchiveOptions,
  type ArchiveWriter,
} from '../archive/index.ts';
import { isDevAccount } from '../dev/devAccount.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { localeRow, permissionRows, configurationRows } from './accessRows.ts';
import { addAsset, assetsOf, type Asset } from './assets.ts';
import { fileFolderLink, folderRows, parentLinks, type Folders } from './folderRows.ts';
import { type PendingLink, resolveLinks, type LinkContext } from './resolveLinks.ts';
import { readDocuments } from './readDocuments.ts';
import { RowShaper } from './rowShaper.ts';
import { Spool } from './spool.ts';

export interface ExportInput {
  readonly service: Service;
  /** The types and components of the site, as `archiveSchemas` describes them. */
  readonly schemas: readonly ArchiveSchema[];
  /** Receives a line for each step. */
  readonly log: (line: string) => void;
}

/** How much an archive contains, and what it does not. */
export interface ExportResult {
  readonly rows: number;
  readonly links: number;
  readonly files: number;
  /** How many passwords Strapi cannot verify. */
  readonly lostPasswords: number;
  /** Permissions with conditions: `public: api::article.article.find`. */
  readonly conditionalPermissions: readonly string[];
  /** The keys of files that have a record and no bytes. */
  readonly missingFiles: readonly string[];
}

/** The release of Strapi whose form the archive has. */
const strapiVersion = '5.54.0';

const linksAtOnce = 1_000;

/** A long step logs its progress after so many rows. */
const rowsPerLine = 10_000;

/** Writes the parts of one archive, in the order of their methods. */
class SiteExport {
  private readonly input: ExportInput;
  private readonly archive: ArchiveWriter;
  /** The links of the rows; they come after all rows in an archive. */
  private readonly pendingLinks: Spool;
  /** The links of files to their folders. */
  private readonly folderLinks: Spool;
  private readonly assets: Spool;
  private readonly ownLinks: ArchiveLink[] = [];
  private readonly missingFiles: string[] = [];
  private readonly counts = { rows: 0, links: 0, files: 0 };
  private lostPasswords = 0;
  private conditionalPermissions: readonly string[] = [];

  constructor(input: ExportInput, archive: ArchiveWriter, folder: string) {
    this.input = input;
    this.archive = archive;
    this.pendingLinks = new Spool(join(folder, 'links'));
    this.folderLinks = new Spool(join(folder, 'folder-links'));
    this.assets = new Spool(join(folder, 'assets'));
  }

  async run(): Promise<ExportResult> {
    const { service, log } = this.input;
    const createdAt = service.now().toISOString();
    const metadata = { createdAt, strapi: { version: strapiVersion } };
    await this.archive.addContent(metadataPath, JSON.stringify(metadata));
    const schemas = new LineWriter(this.archive, 'schemas');
    for (const schema of this.input.schemas) await schemas.add(schema);
    await schemas.flush();
    await this.addRows();
    await this.addAssets();
    log(`${this.counts.files} files`);
    await this.addLinks();
    log(`${this.counts.links} links`);
    const { defaultLocale } = await service.locales.known();
    const configuration = new LineWriter(this.archive, 'configuration');
    for (const setting of configurationRows(service.config, defaultLocale)) await configuration.add(setting);
    await configuration.flush();
    const { lostPasswords, conditionalPermissions, missingFiles } = this;
    return { ...this.counts, lostPasswords, conditionalPermissions, missingFiles };
  }

  private async addRows(): Promise<void> {
    const { service, log } = this.input;
    const roles = await findAllRoles(service);
    const writer = new LineWriter(this.archive, 'entities');
    const folders: Folders = new Map((await findStoredFolders(service)).map((one) => [one._id, one]));
    const shaper = new RowShaper(service.schema, folders);
    for (const type of service.schema.types.values()) {
      let count = 0;
      const isUser = type.uid === builtInUids.user;
      for await (const document of readDocuments(service, type)) {
        if (isUser && isDevAccount(document)) continue;
        const fileFolder = type.uid === builtInUids.file ? folders.get(String(document.published?.folder)) : undefined;
        for (const { entity, links } of shaper.rows(type, document)) {
          await writer.add(entity);
          for (const link of links) await this.pendingLinks.add(link);
          if (type.uid === builtInUids.file) for (const asset of assetsOf(entity)) await this.assets.add(asset);
          count += 1;
          if (fileFolder !== undefined) await this.folderLinks.add(fileFolderLink(entity.id, fileFolder, count));
          if (count % rowsPerLine === 0) log(`${type.uid}: ${count} rows …`);
        }
      }
      log(`${type.uid}: ${formatCount(count, 'row')}`);
      this.counts.rows += count;
    }
    const permissions = permissionRows(service.schema, roles, service.newDocumentId);
    this.ownLinks.push(...permissions.links, ...parentLinks(folders));
    this.conditionalPermissions = permissions.conditional;
    const locales = (await service.locales.list()).map(localeRow);
    const others = [...permissions.entities, ...locales, ...folderRows(folders)];
    for (const entity of others) await writer.add(entity);
    this.counts.rows += others.length;
    await writer.flush();
    this.lostPasswords = shaper.lostPasswords;
  }

  private async addAssets(): Promise<void> {
    const store = storeOf(this.input.service.config.upload);
    for await (const value of this.assets.values()) {
      const asset = value as Asset; // `addRows` wrote it
      if (await addAsset(this.archive, store, asset)) this.counts.files += 1;
      else this.missingFiles.push(asset.key);
    }
  }

  private async addLinks(): Promise<void> {
    const writer = new LineWriter(this.archive, 'links');
    const context = await this.linkContext();
    const add = async (links: readonly ArchiveLink[]): Promise<void> => {
      for (const link of links) await writer.add(link);
      this.counts.links += links.length;
    };
    let batch: PendingLink[] = [];
    for await (const value of this.pendingLinks.values()) {
      batch.push(value as PendingLink); // `addRows` wrote it
      if (batch.length < linksAtOnce) continue;
      await add(await resolveLinks(batch, context));
      batch = [];
    }
    await add(await resolveLinks(batch, context));
    await add(this.ownLinks);
    for await (const value of this.folderLinks.values()) await add([value as ArchiveLink]); // `addRows` wrote it
    await writer.flush();
  }

  private async linkContext(): Promise<LinkContext> {
    const { service, schemas } = this.input;
    const { defaultLocale } = await service.locales.known();
    const attributes = new Map(schemas.map((schema) => [schema.uid, schema.attributes]));
    return {
      db: await service.database.get(),
      schema: service.schema,
      defaultLocale,
      declared: (uid, attribute) => attributes.get(uid)?.[attribute] ?? builtInAttribute(uid, attribute) ?? {},
    };
  }
}

/**
 * Writes a site into an archive. Memory does not grow with the number of documents and files.
 *
 * @param file the path, with the endings of `archiveName`
 * @returns how much the archive contains, and what it does not
 * @throws Error if the file cannot be written or the database and the store cannot be read; there is no file then
 */
export const exportSite = async (input: ExportInput, file: string, options: ArchiveOptions): Promise<ExportResult> =>
  withTempDir(async (folder) => {
    let result: ExportResult | undefined;
    await writeArchive(file, options, async (archive) => {
      result = await new SiteExport(input, archive, folder).run();
    });
    if (result === undefined) throw new Error('the archive was not written');
    return result;
  });
