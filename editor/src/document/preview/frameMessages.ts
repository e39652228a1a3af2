// Messages between the editor and the page of the site in the frame, in Strapi's form.
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { parsePath } from '../../schema/paths.ts';

/** A place of the page whose field somebody wants to edit. */
export interface WantedField {
  readonly documentId: string;
  /** The name of the document's type in the address of its form; undefined if the page does not have that. */
  readonly typeName: string | undefined;
  /** The uid of what has the attribute: the document's type, or a component. */
  readonly model: string | null;
  /** From the document to the field. */
  readonly field: string;
  /** Undefined if the type is not localized, or if the page does not name it. */
  readonly locale: string | undefined;
  /** How many letters and digits the page shows of the text before the word that was clicked. */
  readonly letters: number;
}

/** `leave`: somebody pressed Escape on the page. */
export type FrameMessage =
  | { readonly type: 'ready' | 'leave' }
  | { readonly type: 'field'; readonly wanted: WantedField };

/** Media: the path leads to the address of the file. */
const fieldOf = (path: string, type: string | null): string =>
  type === 'media' ? path.replace(/(?:\.\d+)?(?:\.url)?$/, '') : path;

/** A documentId and a locale become parts of addresses, which they must not change. */
const identifier = /^[\w-]{1,100}$/;

/** The form looks for each part of a path, so it must not have any number of them. */
const fieldPath = /^[\w-]{1,100}(?:\.[\w-]{1,100}){0,30}$/;

const maxLength = 10_000;

/** @returns undefined for everything else, as other scripts of the page may send anything */
export const readFrameMessage = (data: unknown): FrameMessage | undefined => {
  if (!isObject(data)) return undefined;
  if (data.type === 'previewReady') return { type: 'ready' };
  if (data.type === 'lecternLeave') return { type: 'leave' };
  if (data.type !== 'strapiFieldFocusIntent' || !isObject(data.payload)) return undefined;
  const { path: text, href, letters } = data.payload;
  if (typeof text !== 'string' || text.length > maxLength) return undefined;
  const source = new URLSearchParams(text);
  const documentId = source.get('documentId') ?? '';
  const field = fieldOf(source.get('fieldPath') ?? source.get('path') ?? '', source.get('type'));
  const locale = source.get('locale') ?? undefined;
  if (!identifier.test(documentId) || !fieldPath.test(field)) return undefined;
  if (locale !== undefined && !identifier.test(locale)) return undefined;
  const typeName = typeof href === 'string' && href.length <= maxLength ? parsePath(href) : undefined;
  const place = Number.isSafeInteger(letters) ? Math.max(0, Number(letters)) : 0;
  return {
    type: 'field',
    wanted: { ...{ documentId, typeName, model: source.get('model') }, field, locale, letters: place },
  };
};
