// Reads an archive once from start to end: checks that it is whole, and puts its lines into files of a folder.
import { createHash } from 'node:crypto';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ArchiveError,
  metadataPath,
  readArchive,
  readLines,
  type ArchiveConfiguration,
  type ArchiveEntry,
  type ArchiveSchema,
} from '../archive/index.ts';
import { isObject } from '../../lib/schema/index.ts';
import { KeptLines, parseLine } from './archiveRow.ts';
import type { ProgressLog } from '../terminal/progressLog.ts';
import type { UnpackedArchive } from './types.ts';

/** The major versions of Strapi whose archives are known. */
const knownMajors = [4, 5];

/** The metadata is a few lines. */
const maxMetadataBytes = 1_000_000;

const readMetadata = async ({ content, bytes }: ArchiveEntry): Promise<string> => {
  if (bytes > maxMetadataBytes) throw new ArchiveError(`The archive is damaged: ${metadataPath} has ${bytes} bytes`);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const metadata = parseLine(Buffer.concat(chunks).toString('utf8'), metadataPath, 1);
  const version = isObject(metadata.strapi) ? metadata.strapi.version : undefined;
  if (typeof version !== 'string') throw new ArchiveError(`The archive does not say which Strapi wrote it`);
  return version;
};

const majorOf = (version: string): number => {
  const major = Number.parseInt(version, 10);
  if (knownMajors.includes(major)) return major;
  const known = knownMajors.join(' and ');
  const advice = major > Math.max(...knownMajors) ? ': a newer Lectern may know it' : '';
  throw new ArchiveError(`The archive is of Strapi ${version}, and archives of Strapi ${known} are known${advice}`);
};

/** Collects the entries of an archive. */
class Collector {
  version: string | undefined;
  readonly schemas = new Map<string, ArchiveSchema>();
  readonly configuration: ArchiveConfiguration[] = [];
  readonly uploads = new Map<string, number>();
  private readonly kept = new KeptLines();
  private readonly entities: FileHandle;
  private readonly links: FileHandle;

  constructor(entities: FileHandle, links: FileHandle) {
    this.entities = entities;
    this.links = links;
  }

  async add(entry: ArchiveEntry): Promise<void> {
    const { role, bytes } = entry;
    if (role.is === 'metadata') this.version = await readMetadata(entry);
    else if (role.is === 'upload') this.uploads.set(role.name, bytes);
    else if (role.is === 'lines')
      switch (role.kind) {
        case 'entities':
          return this.copy(entry, this.entities);
        case 'links':
          return this.copy(entry, this.links);
        case 'schemas':
          return this.parse(entry, (line, number) => {
            const { uid, info, attributes } = line;
            if (
              typeof uid !== 'string' ||
              !isObject(info) ||
              !isObject(attributes) ||
              !Object.values(attributes).every(isObject)
            )
              throw new ArchiveError(`The archive is damaged: line ${number} of ${entry.path} is no content type`);
            this.schemas.set(uid, line as unknown as ArchiveSchema); // other parts are checked where they are used
          });
        case 'configuration':
          return this.parse(entry, (line) => {
            const { type, value } = line;
            if ((type === 'core-store' || type === 'webhook') && isObject(value))
              this.configuration.push({ type, value });
          });
      }
  }

  private async copy({ content }: ArchiveEntry, to: FileHandle): Promise<void> {
    for await (const chunk of content) await to.write(chunk);
    await to.write('\n');
  }

  private async parse(
    { content, path }: ArchiveEntry,
    add: (line: Readonly<Record<string, unknown>>, number: number) => void,
  ) {
    let number = 0;
    for await (const line of readLines(content)) {
      this.kept.add(line);
      add(parseLine(line, path, ++number), number);
    }
  }
}

/**
 * @param folder an empty folder
 * @throws ArchiveError when the file is no archive, is cut off or damaged, has another key, holds a path that leaves its
 *   folder, or comes from an unknown Strapi
 */
export const unpackArchive = async (
  file: string,
  key: string | undefined,
  folder: string,
  progress: ProgressLog,
): Promise<UnpackedArchive> => {
  const paths = { entities: join(folder, 'entities.jsonl'), links: join(folder, 'links.jsonl') };
  const [entities, links] = await Promise.all([open(paths.entities, 'w'), open(paths.links, 'w')]);
  const collector = new Collector(entities, links);
  const hash = createHash('sha256');
  let total = 0;
  let seen = 0;
  const observe = (bytes: Buffer): void => {
    hash.update(bytes);
    seen += bytes.length;
    progress.log(() => `reading the archive: ${Math.floor((seen / total) * 100)} %`);
  };
  try {
    total = (await stat(file).catch(() => ({ size: 1 }))).size;
    for await (const entry of readArchive(file, { key, observe })) await collector.add(entry);
  } finally {
    await Promise.all([entities.close(), links.close()]);
  }
  const { version, schemas, configuration, uploads } = collector;
  if (version === undefined || schemas.size === 0)
    throw new ArchiveError(`${file} is no archive of \`strapi export\`, or it is cut off: it lacks ${metadataPath}`);
  const major = majorOf(version);
  return { fingerprint: hash.digest('hex'), strapiVersion: version, major, schemas, configuration, uploads, ...paths };
};
