// Sets in the configuration of an imported site what clients of Strapi expect.
import { writeFile } from 'node:fs/promises';
import { configFile, readConfigText } from '../../lib/platform/config/index.ts';
import { strapiSettings } from '../strapi/index.ts';
import { isObject, parseJsonText, type JsonObject } from '../../lib/schema/index.ts';

/** @throws Error if the text is no JSON; a byte order mark before it is fine */
const readObject = (text: string): JsonObject => {
  const json = parseJsonText(text);
  if ('error' in json) throw new Error(json.error);
  return isObject(json.value) ? json.value : {};
};

/** The object at a key; an empty one if there is none. */
const objectAt = (json: JsonObject, key: string): JsonObject => {
  const value = json[key];
  return isObject(value) ? value : {};
};

/**
 * Sets `componentIds` and `defaultOrder` of `api.rest` in the configuration file, unless the file sets them already.
 *
 * @returns the file, and the names of the settings that were written; none: it is unchanged
 * @throws Error if the file cannot be read or written
 */
export const setStrapiSettings = async (
  env: NodeJS.ProcessEnv,
): Promise<{ readonly file: string; readonly names: readonly string[] }> => {
  const file = configFile(env);
  const json = readObject((await readConfigText(env)) ?? '{}');
  const api = objectAt(json, 'api');
  const rest = objectAt(api, 'rest');
  const names = Object.keys(strapiSettings).filter((name) => rest[name] === undefined);
  const changed = { ...json, api: { ...api, rest: { ...strapiSettings, ...rest } } };
  if (names.length > 0) await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`);
  return { file, names };
};
