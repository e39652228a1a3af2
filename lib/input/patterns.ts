// The forms of text that our own rules know. Each is linear: no part can match the same text in two ways.

/** A day that exists, years 0001 to 9999. */
export const day =
  '^(?!0000)(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))' +
  '|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$';

/** HH:mm:ss.SSS */
export const clock = '^(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}$';

export const uid = '^[A-Za-z0-9-_.~]*$';

const atom = '[^\\s@"(),:;<>[\\]\\\\.]+';
const hostLabel = '[^\\s@"(),:;<>[\\]\\\\.-][^\\s@"(),:;<>[\\]\\\\.]*';

/** local@host.tld; the empty text passes, minLength tells of it. */
export const email = `^$|^(?:${atom}(?:\\.${atom})*|"[^"\\r\\n]+")@${hostLabel}(?:\\.${hostLabel})+$`;

/** What a link in blocks may point at: the web, ftp, mail, telephone, or a path from the root. No script, no data. */
export const link =
  '^(?:(?:[hH][tT][tT][pP][sS]?|[fF][tT][pP])://[^\\s/?#]+(?:[/?#].*)?|[mM][aA][iI][lL][tT][oO]:.*|[tT][eE][lL]:.*|/.*)$';
