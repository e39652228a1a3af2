// The file of the media library that rich text contains: a copy of its description.
import type { MediaFile } from '../../../api/mediaQueries.ts';
import type { BlockImage } from './types.ts';

const keys = [
  ...['name', 'alternativeText', 'url', 'caption', 'width', 'height', 'formats', 'hash', 'ext', 'mime', 'size'],
  ...['previewUrl', 'provider', 'createdAt', 'updatedAt'],
];

/** The keys that Strapi's editor stores too. */
export const toBlockImage = (file: MediaFile): BlockImage => {
  const copied = Object.entries(file).filter(([key]) => keys.includes(key));
  return { ...Object.fromEntries(copied), name: file.name, url: file.url };
};
