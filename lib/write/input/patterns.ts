// Defines the patterns of Lectern's own text formats. Each runs in linear time: no two parts can match the same text.

export const uidPattern = '^[A-Za-z0-9-_.~]*$';

const atom = '[^\\s@"(),:;<>[\\]\\\\.]+';
const hostLabel = '[^\\s@"(),:;<>[\\]\\\\.-][^\\s@"(),:;<>[\\]\\\\.]*';

/** local@host.tld. The empty text passes here; minLength refuses it. */
export const emailPattern = `^$|^(?:${atom}(?:\\.${atom})*|"[^"\\r\\n]+")@${hostLabel}(?:\\.${hostLabel})+$`;

/** The allowed targets of links in blocks: http, ftp, mailto, tel, and absolute paths; no script or data URLs. */
export const linkPattern =
  '^(?:(?:[hH][tT][tT][pP][sS]?|[fF][tT][pP])://[^\\s/?#]+(?:[/?#].*)?|[mM][aA][iI][lL][tT][oO]:.*|[tT][eE][lL]:.*|/.*)$';
