// Paths as API Gateway writes them (`/api/{contentType}/{documentId}`), and those that fit them.

const segmentsOf = (path: string): readonly string[] => path.replace(/\/+$/, '').split('/');

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

/** A path with names in braces where any segment fits. */
export interface Template {
  readonly segments: readonly string[];
}

export const templateOf = (path: string): Template => ({ segments: segmentsOf(path) });

/** @returns what stands in the path for the template's names; undefined where it does not fit. A trailing slash does not matter */
export const parametersOf = ({ segments: template }: Template, path: string): Record<string, string> | undefined => {
  const segments = segmentsOf(path);
  if (template.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== segment : segment === '') return undefined;
    if (name !== undefined) parameters[name] = decode(segment);
  }
  return parameters;
};
