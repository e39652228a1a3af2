// Paths as API Gateway writes them (`/api/{contentType}/{documentId}`), and those that fit them.

/** Tries a run of slashes from its first one only: trying each would take the square of their number. */
export const withoutEndSlashes = (path: string): string => path.replace(/(?<!\/)\/+$/, '');

/** What stands between the slashes of a path; one at its end does not matter. */
export const segmentsOf = (path: string): readonly string[] => withoutEndSlashes(path).split('/');

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The id that a segment says; 0, which nothing has, where it says none. */
export const numberIn = (segment: string | undefined): number => {
  const digits = /^[1-9]\d{0,14}$/.exec(segment ?? '')?.[0];
  return digits === undefined ? 0 : Number(digits);
};

interface Part {
  /** undefined: any segment fits that is not empty, and is what this name says. */
  readonly text: string | undefined;
  readonly name: string;
}

/** A path with names in braces where any segment fits. */
export type Template = readonly Part[];

export const templateOf = (path: string): Template =>
  segmentsOf(path).map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    return { text: name === undefined ? segment : undefined, name: name ?? '' };
  });

/**
 * @param segments of the path: `segmentsOf`
 * @returns what stands in the path for the template's names; undefined where it does not fit
 */
export const parametersOf = (
  template: Template,
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  const fits = ({ text }: Part, index: number): boolean =>
    text === undefined ? segments[index] !== '' : text === segments[index];
  if (template.length !== segments.length || !template.every(fits)) return undefined;
  return Object.fromEntries(
    template.flatMap(({ text, name }, index) => (text === undefined ? [[name, decode(segments[index] ?? '')]] : [])),
  );
};
