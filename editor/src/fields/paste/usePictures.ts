// Uploads the pictures of a text, each for its place there.
import { useEffect, useRef } from 'react';
import { useMay } from '../../api/editor.ts';
import { findFileByUrl } from '../../api/media.ts';
import type { MediaFile } from '../../api/mediaQueries.ts';
import { pageSettings } from '../../api/pageSettings.ts';
import { useUploads } from '../../api/useUploads.ts';
import { useForm } from '../../form/FormContext.tsx';
import { isStoredPicture, nameOfPicture, type Picture } from './pictures.ts';
import type { Paste } from './usePasting.tsx';

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
const loadPicture = async (picture: Picture, signal: AbortSignal): Promise<File | MediaFile> => {
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

interface Places {
  /** Puts a picture in the place of the upload. */
  readonly fill: (key: number, file: MediaFile) => void;
  /** Takes the place away. @param picture to be named by a link, because it stays where it is */
  readonly remove: (key: number, picture: Picture | undefined) => void;
}

export const usePictures = ({ fill, remove }: Places) => {
  const mayUpload = useMay()('upload', 'plugin::upload.content-api');
  const started = useRef(new Map<number, { readonly picture: Picture; readonly paste: Paste }>());
  const uploads = useUploads({
    onStored: (file, _, key) => {
      started.current.delete(key);
      fill(key, file);
    },
    onUnreadable: (key) => {
      const { picture, paste } = started.current.get(key) ?? {};
      started.current.delete(key);
      if (picture !== undefined) paste?.refuse('foreign', nameOfPicture(picture));
      remove(key, picture);
    },
  });
  const form = useForm();
  const isUploading = uploads.uploads.some(({ error }) => error === undefined);
  // A picture that comes after its field is gone would be in no text.
  useEffect(() => (isUploading ? form.beginReading() : undefined), [form, isUploading]);
  /** Ends the upload of a place that is gone. */
  const cancel = (key: number): void => {
    started.current.delete(key);
    uploads.cancel(key);
  };
  return {
    uploads: {
      ...uploads,
      cancel: (key: number): void => {
        cancel(key);
        remove(key, undefined);
      },
    },
    cancel,
    /** @returns the key of the upload; undefined if the role may not upload, which the notice of the paste then says */
    add: (picture: Picture, paste: Paste): number | undefined => {
      const name = nameOfPicture(picture);
      if (!mayUpload) {
        paste.refuse('notAllowed', name);
        return undefined;
      }
      const load = (signal: AbortSignal) => loadPicture(picture, signal);
      const options = picture.alt === '' ? {} : { fileInfo: { name, alternativeText: picture.alt } };
      const [key] = uploads.start([{ name, load }], options);
      if (key !== undefined) started.current.set(key, { picture, paste });
      return key;
    },
    /** Files that are pasted or dropped. @returns the pictures among them with the keys of their uploads */
    addFiles: (files: readonly File[], paste: Paste) =>
      files.flatMap((file) => {
        const isPicture = file.type.startsWith('image/');
        if (!isPicture) paste.refuse('notPictures', file.name);
        else if (!mayUpload) paste.refuse('notAllowed', file.name);
        const [key] = isPicture && mayUpload ? uploads.start([file]) : [];
        return key === undefined ? [] : [{ key, picture: { src: `/${file.name}`, alt: '' } }];
      }),
  };
};
