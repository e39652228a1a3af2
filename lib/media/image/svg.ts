// SVG is text, and known by its first element. It is never rendered here: it is a program as much as a picture.

/**
 * What may stand before the first element: a byte order mark, white space, declarations, comments. No text can be read in it
 * in two ways: one that does not end would be tried in all of them.
 */
const before = /^\uFEFF?(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>)*/i;

const opening = /^<(?:[A-Za-z_][\w.-]*:)?svg(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)/;

/** The attributes of the first element, as text; undefined where it is not an svg. */
const svgIn = (head: string): string | undefined => {
  const [prolog = ''] = before.exec(head) ?? [];
  return opening.exec(head.slice(prolog.length))?.[1];
};

/** @param head the beginning of a text, as much as holds its first tag */
export const isSvg = (head: string): boolean => svgIn(head) !== undefined;

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];

/** Pixels, with their unit or without. */
const pixelsOf = (text: string | undefined): number | null => {
  const pixels = /^\s*(\d{1,7}(?:\.\d{1,6})?)(?:px)?\s*$/.exec(text ?? '')?.[1];
  return pixels === undefined ? null : Math.round(Number(pixels));
};

/** The size that an SVG says it has, else that of its view box; null where it says none. */
export const svgSize = (head: string): { readonly width: number | null; readonly height: number | null } => {
  const attributes = svgIn(head) ?? '';
  const box = attributeOf(attributes, 'viewBox')
    ?.trim()
    .split(/[\s,]+/);
  return {
    width: pixelsOf(attributeOf(attributes, 'width')) ?? pixelsOf(box?.[2]),
    height: pixelsOf(attributeOf(attributes, 'height')) ?? pixelsOf(box?.[3]),
  };
};
