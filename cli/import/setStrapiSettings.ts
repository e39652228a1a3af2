// Sets in the configuration of an imported site what clients of Strapi expect, and what the way back needs.
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

/** @param added receives the path of each value that the object lacked */
const addMissing = (json: JsonObject, values: JsonObject, added: string[], path = ''): JsonObject => {
  const all: Record<string, JsonObject[string]> = { ...json };
  for (const [key, value] of Object.entries(values)) {
    const name = path + key;
    if (isObject(value)) all[key] = addMissing(objectAt(json, key), value, added, `${name}.`);
    else if (json[key] === undefined) {
      all[key] = value;
      added.push(name);
    }
  }
  return all;
};

/**
 * Adds `strapiSettings` to the configuration file, without those that the file sets already.
 *
 * @returns the file, and the names of the settings that were added; none: it is unchanged
 * @throws Error if the file cannot be read or written
 */
export const setStrapiSettings = async (
  env: NodeJS.ProcessEnv,
): Promise<{ readonly file: string; readonly names: readonly string[] }> => {
  const file = configFile(env);
  const json = readObject((await readConfigText(env)) ?? '{}');
  const names: string[] = [];
  const changed = addMissing(json, strapiSettings, names);
  if (names.length > 0) await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`);
  return { file, names };
};
