// Defines the patterns and greatest lengths of texts. Each pattern runs in linear time: no two parts can match the same text.

export const uidPattern = '^[A-Za-z0-9-_.~]*$';

const atom = '[^\\s@"(),:;<>[\\]\\\\.]+';
const hostLabel = '[^\\s@"(),:;<>[\\]\\\\.-][^\\s@"(),:;<>[\\]\\\\.]*';

/** local@host.tld. The empty text passes here; minLength refuses it. */
export const emailPattern = `^$|^(?:${atom}(?:\\.${atom})*|"[^"\\r\\n]+")@${hostLabel}(?:\\.${hostLabel})+$`;

/** The allowed targets of links in blocks: http, ftp, mailto, tel, absolute paths, and parts of the page; no script or data URLs. */
export const linkPattern =
  '^(?:(?:[hH][tT][tT][pP][sS]?|[fF][tT][pP])://[^\\s/?#]+(?:[/?#].*)?|[mM][aA][iI][lL][tT][oO]:.*|[tT][eE][lL]:.*|[/#].*)$';

/** The default maximum of a `string`, as in Strapi. */
const defaultMaxLength = 255;

/**
 * The default maximum of other texts with a `regex`. slowRegexFault.ts allows linear patterns, and patterns that resisted its
 * attacks; the latter may still be slow on a text as long as a whole body.
 */
const maxMatchedLength = 10_000;

/** @returns the greatest length of a text attribute; undefined if it has none */
export const maxLengthOf = ({
  type,
  maxLength,
  regex,
}: {
  readonly type: string;
  readonly maxLength?: number | undefined;
  readonly regex?: string | undefined;
}): number | undefined =>
  maxLength ?? (type === 'string' ? defaultMaxLength : regex === undefined ? undefined : maxMatchedLength);
