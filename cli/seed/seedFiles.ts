// Uploads the media files that seed documents name, each once, from a folder beside the seed file.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { administrator } from '../../lib/platform/access/index.ts';
import { runWrite } from '../../lib/write/documents/index.ts';
import { uploadFiles, withTempDir } from '../../lib/media/index.ts';
import type { JsonObject } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';

export class SeedFiles {
  /** Names without a file. */
  readonly missing: string[] = [];
  private readonly service: Service;
  private readonly folder: string | undefined;
  private readonly uploads = new Map<string, Promise<string | undefined>>();

  /** @param folder the folder of the files; undefined if there are none */
  constructor(service: Service, folder: string | undefined) {
    this.service = service;
    this.folder = folder;
  }

  /**
   * Uploads the file on the first call with its name.
   *
   * @param info alternativeText, caption and so on; only the first call for a name uses it
   * @returns the documentId of the file's record; undefined if there is no such file
   */
  async documentIdOf(name: string, info: JsonObject): Promise<string | undefined> {
    const made = this.uploads.get(name) ?? this.upload(name, info);
    this.uploads.set(name, made);
    const documentId = await made;
    if (documentId === undefined) this.missing.push(name);
    return documentId;
  }

  private async upload(name: string, info: JsonObject): Promise<string | undefined> {
    if (this.folder === undefined || /[/\\]/.test(name)) return undefined;
    const path = join(this.folder, name);
    const file = await stat(path).catch(() => undefined);
    if (file?.isFile() !== true) return undefined;
    const fields = new Map([['fileInfo', [JSON.stringify(info)]]]);
    const form = { files: [{ name, path, bytes: file.size }], fields };
    const stored = await withTempDir((folder) =>
      uploadFiles(this.service, administrator, form, { folder, key: administrator.id }, (write) =>
        runWrite(this.service, write),
      ),
    );
    return stored[0]?.documentId;
  }
}
