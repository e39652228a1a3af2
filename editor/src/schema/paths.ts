// The paths of screens in the editor.
import type { ContentType } from './types.ts';

/** The path of the list of a collection, or of the form of a single type. */
export const typePath = ({ kind, name }: Pick<ContentType, 'kind' | 'name'>): string =>
  kind === 'singleType' ? `/single/${name}` : `/content/${name}`;

/** The path of a document's form. */
export const documentPath = (type: Pick<ContentType, 'kind' | 'name'>, documentId: string): string =>
  type.kind === 'singleType' ? typePath(type) : `${typePath(type)}/${documentId}`;

/** @returns the name of the type of a document's form at this address; undefined for another address */
export const parsePath = (address: string): string | undefined =>
  /\/editor\/(?:single|content)\/([\w-]+)(?:[/?#]|$)/.exec(address)?.[1];
