// The forms of text that our own rules know. Each is linear: no part can match the same text in two ways.

export const uid = '^[A-Za-z0-9-_.~]*$';

const atom = '[^\\s@"(),:;<>[\\]\\\\.]+';
const hostLabel = '[^\\s@"(),:;<>[\\]\\\\.-][^\\s@"(),:;<>[\\]\\\\.]*';

/** local@host.tld; the empty text passes, minLength tells of it. */
export const email = `^$|^(?:${atom}(?:\\.${atom})*|"[^"\\r\\n]+")@${hostLabel}(?:\\.${hostLabel})+$`;

/** What a link in blocks may point at: the web, ftp, mail, telephone, or a path from the root. No script, no data. */
export const link =
  '^(?:(?:[hH][tT][tT][pP][sS]?|[fF][tT][pP])://[^\\s/?#]+(?:[/?#].*)?|[mM][aA][iI][lL][tT][oO]:.*|[tT][eE][lL]:.*|/.*)$';
