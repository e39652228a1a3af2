// Downloads pictures once and describes them in all their sizes.
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MediaFile } from './lectern.ts';
import { settings } from './settings.ts';

/** The folder of downloaded pictures. Lectern never changes the file at a URL, so they stay valid. */
const folder = '.pictures';

/** The attributes of an `img`. */
export interface Picture {
  readonly src: string;
  readonly srcset: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

const fileExists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Collects the pictures of the pages. */
export class Pictures {
  /** The local file of each picture, by its path on the site. */
  readonly files = new Map<string, Promise<string>>();

  /** @returns undefined if the file is not a picture */
  of(file: MediaFile | null): Picture | undefined {
    const { width, height } = file ?? {};
    if (!file || !width || !height) return undefined;
    const { small, medium, large } = file.formats ?? {};
    const sizes = [small, medium, large, { url: file.url, width }].flatMap((size) =>
      size === undefined ? [] : [`${this.sitePath(size.url)} ${size.width}w`],
    );
    return {
      src: this.sitePath((medium ?? file).url),
      srcset: sizes.join(', '),
      width,
      height,
      alt: file.alternativeText ?? '',
    };
  }

  private sitePath(url: string): string {
    const address = new URL(url, settings.lectern);
    const path = `/pictures/${basename(address.pathname)}`;
    if (!this.files.has(path)) this.files.set(path, download(address));
    return path;
  }
}

const download = async (address: URL): Promise<string> => {
  const file = join(folder, basename(address.pathname));
  if (await fileExists(file)) return file;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.href}: ${answer.status}`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.${process.pid}`, Buffer.from(await answer.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file);
  return file;
};
