// Path templates as API Gateway writes them (`/api/{contentType}/{documentId}`), and matching paths against them.

/** Matches a run of slashes only from its first slash. Trying each one would take quadratic time. */
export const withoutEndSlashes = (path: string): string => path.replace(/(?<!\/)\/+$/, '');

/** The segments between the slashes of a path. Slashes at its end are ignored. */
export const segmentsOf = (path: string): readonly string[] => withoutEndSlashes(path).split('/');

const decode = (segment: string): string => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The integer id in a segment; 0, which no document has, if it is not an id. */
export const idInSegment = (segment: string | undefined): number => {
  const digits = /^[1-9]\d{0,14}$/.exec(segment ?? '')?.[0];
  return digits === undefined ? 0 : Number(digits);
};

interface TemplateSegment {
  /** undefined: any segment matches that is not empty; it becomes the value of `name`. */
  readonly text: string | undefined;
  readonly name: string;
}

/** A path in which a name in braces matches any segment. */
export type Template = readonly TemplateSegment[];

export const templateOf = (path: string): Template =>
  segmentsOf(path).map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    return { text: name === undefined ? segment : undefined, name: name ?? '' };
  });

/**
 * Matches a path against a template.
 *
 * @param segments of the path: `segmentsOf`
 * @returns the values of the template's names; undefined if the path does not match
 */
export const matchTemplate = (
  template: Template,
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  if (template.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, { text, name }] of template.entries()) {
    const segment = segments[index] ?? '';
    if (text === undefined ? segment === '' : text !== segment) return undefined;
    if (text === undefined) values[name] = decode(segment);
  }
  return values;
};
