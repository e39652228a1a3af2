// Checks the parameters of requests about versions.
import { invalidValues } from '../../errors.ts';
import { isName, nameRule, plainBody, wrongType } from '../../contracts/index.ts';
import { readNumber, readPageSize } from '../parameters.ts';

/** Which versions a request lists. */
export interface VersionsPage {
  readonly pageSize: number;
  /** Only versions with a lower number; undefined: from the newest. */
  readonly before: number | undefined;
}

/** @throws ApiError 400 naming the invalid parameter */
export const readVersionsPage = (text: string): VersionsPage => ({
  pageSize: readPageSize(text),
  before: readNumber(text, 'before', Number.MAX_SAFE_INTEGER),
});

const dataIn = (body: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> =>
  plainBody(plainBody(body, ['data']).data ?? {}, keys);

/**
 * @returns the paths of the attributes to restore; undefined: all
 * @throws ApiError 400 for anything but `{ data: { paths: ["title"] } }`, `{}` and no body
 */
export const readRestoredPaths = (body: unknown): readonly (readonly string[])[] | undefined => {
  const { paths } = dataIn(body ?? {}, ['paths']);
  if (paths === undefined) return undefined;
  if (!Array.isArray(paths) || paths.length === 0 || !paths.every((path) => typeof path === 'string'))
    throw invalidValues([
      {
        path: ['data', 'paths'],
        message: 'paths must be a list of at least one path, such as "seo.title"',
        value: paths,
      },
    ]);
  return [...new Set(paths as readonly string[])].map((path) => path.split('.')); // checked
};

const maxNameLength = 100;

/**
 * @returns the name; null: the version has none
 * @throws ApiError 400 for anything but `{ data: { name: "…" } }`
 */
export const readVersionName = (body: unknown): string | null => {
  const { name } = dataIn(body, ['name']);
  if (name === null) return null;
  if (typeof name !== 'string') throw invalidValues([wrongType(['name'], 'string', name)]);
  if (!isName(name.trim()) || name.trim().length > maxNameLength)
    throw invalidValues([
      { path: ['name'], message: `name must be ${nameRule}, at most ${maxNameLength}`, value: name },
    ]);
  return name.trim();
};
