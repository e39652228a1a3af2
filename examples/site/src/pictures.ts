// Pictures: fetched once, kept beside the site, and shown in the size that fits.
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MediaFile } from './lectern.ts';
import { settings } from './settings.ts';

/** What is stored under an address never changes, so what is here stays good. */
const folder = '.pictures';

/** As an `img` has it. */
export interface Picture {
  readonly src: string;
  readonly srcset: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** The pictures that pages show. */
export class Pictures {
  /** Where each is kept, by where the site shows it. */
  readonly files = new Map<string, Promise<string>>();

  /** @returns undefined for what is no picture */
  of(file: MediaFile | null): Picture | undefined {
    const { width, height } = file ?? {};
    if (!file || !width || !height) return undefined;
    const { small, medium, large } = file.formats ?? {};
    const sizes = [small, medium, large, { url: file.url, width }].flatMap((size) =>
      size === undefined ? [] : [`${this.shown(size.url)} ${size.width}w`],
    );
    return {
      src: this.shown((medium ?? file).url),
      srcset: sizes.join(', '),
      width,
      height,
      alt: file.alternativeText ?? '',
    };
  }

  private shown(url: string): string {
    const address = new URL(url, settings.lectern);
    const path = `/pictures/${basename(address.pathname)}`;
    if (!this.files.has(path)) this.files.set(path, fetched(address));
    return path;
  }
}

const fetched = async (address: URL): Promise<string> => {
  const file = join(folder, basename(address.pathname));
  if (await isThere(file)) return file;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.href}: ${answer.status}`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.${process.pid}`, Buffer.from(await answer.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file);
  return file;
};
