// Reads a picture that pasted content refers to, so that it can be uploaded.
import { findFileByUrl } from '../../api/media.ts';
import type { MediaFile } from '../../api/mediaQueries.ts';
import { pageSettings } from '../../api/pageSettings.ts';
import { isStoredPicture, nameOfPicture, type Picture } from './pictures.ts';

/** The Content-Security-Policy permits no request to `data:`. */
const readDataUrl = (src: string): Blob => {
  const comma = src.indexOf(',');
  const [type = '', ...parameters] = src.slice('data:'.length, comma).split(';');
  const data = src.slice(comma + 1);
  if (!parameters.includes('base64')) return new Blob([decodeURIComponent(data)], { type });
  return new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], { type });
};

/** Where the files of the site are. */
export const siteOrigins = (): readonly string[] => [location.origin, ...pageSettings.media];

/**
 * @returns the file of the media library if the picture is one of the site
 * @throws TypeError if the Content-Security-Policy or the other site refuses it; Error if it is no picture
 */
export const loadPicture = async (picture: Picture, signal: AbortSignal): Promise<File | MediaFile> => {
  const { src } = picture;
  // A role that may not look for it uploads it again.
  const stored = isStoredPicture(src, siteOrigins())
    ? await findFileByUrl(src, signal).catch(() => undefined)
    : undefined;
  if (stored !== undefined) return stored;
  const name = nameOfPicture(picture);
  if (src.toLowerCase().startsWith('data:')) {
    const blob = readDataUrl(src);
    return new File([blob], name, { type: blob.type });
  }
  // Without cookies: the picture must be one that everybody can see.
  const answer = await fetch(src, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  const blob = await answer.blob();
  if (!answer.ok || !blob.type.startsWith('image/')) throw new Error(`${src} is no picture`);
  return new File([blob], name, { type: blob.type });
};
