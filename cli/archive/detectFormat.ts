// Detects from the first bytes whether an archive is encrypted and compressed.
import { open } from 'node:fs/promises';
import { errorMessage } from '../../lib/errors.ts';
import { ArchiveError } from './archiveError.ts';
import { blockBytes, decryptFirstBlock, salts, type Salt } from './encryption.ts';

export interface ArchiveFormat {
  readonly compressed: boolean;
  /** undefined: not encrypted. */
  readonly encryption?: { readonly key: string; readonly salt: Salt };
}

/** Where a tar header says that it is one. */
const tarMagic = { at: 257, text: 'ustar' };

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;

const isTar = (bytes: Buffer): boolean =>
  bytes.toString('latin1', tarMagic.at, tarMagic.at + tarMagic.text.length) === tarMagic.text;

/** Whether a tar file can begin with these bytes: with a path, and with NUL after it. */
const isPathStart = (bytes: Buffer): boolean => /^[\w./-]+\0*$/.test(bytes.toString('latin1'));

const readStart = async (file: string): Promise<Buffer> => {
  const handle = await open(file).catch((error: unknown) => {
    throw new ArchiveError(`${file} cannot be read: ${errorMessage(error)}`, {
      cause: error,
    });
  });
  try {
    if ((await handle.stat()).isDirectory())
      throw new ArchiveError(`${file} is a folder: name the archive, a .tar or .tar.gz`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

/**
 * @param key the key of an encrypted archive; others ignore it
 * @throws ArchiveError when the file cannot be read, is no archive, or is encrypted with another key
 */
export const detectFormat = async (file: string, key: string | undefined): Promise<ArchiveFormat> => {
  const start = await readStart(file);
  if (isGzip(start)) return { compressed: true };
  if (isTar(start)) return { compressed: false };
  const isEncrypted = start.length >= blockBytes && start.length % blockBytes === 0;
  if (!isEncrypted || (key === undefined && !file.endsWith('.enc')))
    throw new ArchiveError(
      `${file} is no archive of \`strapi export\` or \`lectern backup\`: it is neither .tar nor .tar.gz`,
    );
  if (key === undefined) throw new ArchiveError(`${file} is encrypted: give its key with --key`);
  for (const salt of salts) {
    const block = decryptFirstBlock(start, key, salt);
    if (isGzip(block) || isPathStart(block)) return { compressed: isGzip(block), encryption: { key, salt } };
  }
  throw new ArchiveError(`${file} cannot be decrypted: the key is wrong, or it is no archive of \`strapi export\``);
};
