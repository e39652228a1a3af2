// Reads a picture that pasted content refers to, so that it can be uploaded.
import { nameOfPicture, type Picture } from './pictures.ts';

/** The Content-Security-Policy permits no request to `data:`. */
const readDataUrl = (src: string): Blob => {
  const comma = src.indexOf(',');
  const [type = '', ...parameters] = src.slice('data:'.length, comma).split(';');
  const data = src.slice(comma + 1);
  if (!parameters.includes('base64')) return new Blob([decodeURIComponent(data)], { type });
  return new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], { type });
};

/** @throws TypeError if the Content-Security-Policy or the other site refuses it; Error if it is no picture */
export const loadPicture = async (picture: Picture, signal: AbortSignal): Promise<File> => {
  const { src } = picture;
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
