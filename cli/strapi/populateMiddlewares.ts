// Reads what middlewares of a Strapi project populate: `ctx.query.populate = …`, with a value that the code spells out.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import JSON5 from 'json5';
import { leadingLiteral, withoutComments } from '../../lib/schema/index.ts';
import { listFiles } from './listFiles.ts';

export interface PopulateMiddleware {
  /** `src/api/page/middlewares/populate.js` */
  readonly file: string;
  /** The name of the API that the middleware belongs to. */
  readonly api: string;
  /** undefined: the code does not spell it out. */
  readonly populate: unknown;
  /** Whether it replaces what a request populates. */
  readonly mode: 'default' | 'always';
}

/** @returns undefined for code that computes the value */
const parseLiteral = (code: string): unknown => {
  try {
    return JSON5.parse(leadingLiteral(code.trimStart()));
  } catch {
    return undefined;
  }
};

/**
 * @param code of a middleware
 * @returns what it populates; undefined if it populates nothing
 */
const readAssignedPopulate = (code: string): Pick<PopulateMiddleware, 'populate' | 'mode'> | undefined => {
  const text = withoutComments(code);
  if (!/\bpopulate\b/.test(text)) return undefined;
  const [found, ...others] = text.matchAll(/\bquery\.populate\s*(\?\?|\|\|)?=(?!=)\s*/g);
  if (found === undefined || others.length > 0) return { populate: undefined, mode: 'always' };
  const value = text.slice(found.index + found[0].length);
  const [name] = /^[A-Za-z_]\w*(?=\s*[;\n}]|\s*$)/.exec(value) ?? [];
  const declaration = name === undefined ? null : new RegExp(`\\bconst\\s+${name}\\b[^=]*=\\s*`).exec(text);
  const populate = parseLiteral(declaration === null ? value : text.slice(declaration.index + declaration[0].length));
  const isGuarded = /\bif\s*\(\s*!\s*[\w.]+\.query\.populate\s*\)/.test(text) || found[1] !== undefined;
  return { populate, mode: isGuarded ? 'default' : 'always' };
};

/** @param project the folder that contains `src` */
export const readPopulateMiddlewares = async (project: string): Promise<readonly PopulateMiddleware[]> => {
  const apis = await readdir(join(project, 'src/api')).catch(() => []);
  const found = apis.sort().map(async (api) => {
    const folder = `src/api/${api}/middlewares`;
    const files = await listFiles(project, folder, () => true);
    // Strapi loads no folders of it.
    const loaded = files.filter((file) => dirname(file) === folder);
    return Promise.all(
      loaded.map(async (file): Promise<readonly PopulateMiddleware[]> => {
        const assigned = readAssignedPopulate(await readFile(join(project, file), 'utf8'));
        return assigned === undefined ? [] : [{ file, api, ...assigned }];
      }),
    );
  });
  return (await Promise.all(found)).flat(2);
};
