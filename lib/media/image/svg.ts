// Recognizes SVG files by their first element, and reads their size. Lectern never renders an SVG, because it may
// contain a program.

/**
 * What may come before the first element: a byte order mark, white space, declarations, comments. No text matches in
 * two ways, because a long text without an end would then try all combinations.
 */
const prologPattern = /^\uFEFF?(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>)*/i;

const svgTagPattern = /^<(?:[A-Za-z_][\w.-]*:)?svg(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)/;

/** The attributes of the first element, as text; undefined if that is not `svg`. */
const svgAttributesIn = (head: string): string | undefined => {
  const [prolog = ''] = prologPattern.exec(head) ?? [];
  return svgTagPattern.exec(head.slice(prolog.length))?.[1];
};

/** @param head the beginning of a text, at least its first tag */
export const isSvg = (head: string): boolean => svgAttributesIn(head) !== undefined;

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];

/** A number of pixels, with or without the unit. */
const pixelsOf = (text: string | undefined): number | null => {
  const pixels = /^\s*(\d{1,7}(?:\.\d{1,6})?)(?:px)?\s*$/.exec(text ?? '')?.[1];
  return pixels === undefined ? null : Math.round(Number(pixels));
};

/** The size of an SVG: its width and height, otherwise those of its view box; null if it has neither. */
export const svgSize = (head: string): { readonly width: number | null; readonly height: number | null } => {
  const attributes = svgAttributesIn(head) ?? '';
  const box = attributeOf(attributes, 'viewBox')
    ?.trim()
    .split(/[\s,]+/);
  return {
    width: pixelsOf(attributeOf(attributes, 'width')) ?? pixelsOf(box?.[2]),
    height: pixelsOf(attributeOf(attributes, 'height')) ?? pixelsOf(box?.[3]),
  };
};
