// Turns on the ids of components for an imported site, because clients of Strapi expect them.
import { writeFile } from 'node:fs/promises';
import { configFile, readConfigText } from '../../platform/config/index.ts';
import { isObject, parseJsonText, type JsonObject } from '../../schema/index.ts';

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
 * Sets `api.rest.componentIds` in the configuration file, unless the file sets it already.
 *
 * @returns the file that was written; undefined if it is unchanged
 * @throws Error if the file cannot be read or written
 */
export const enableComponentIds = async (env: NodeJS.ProcessEnv): Promise<string | undefined> => {
  const file = configFile(env);
  const json = readObject((await readConfigText(env)) ?? '{}');
  const api = objectAt(json, 'api');
  const rest = objectAt(api, 'rest');
  if (rest.componentIds !== undefined) return undefined;
  const changed = { ...json, api: { ...api, rest: { ...rest, componentIds: true } } };
  await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`);
  return file;
};
