// What people say of files: `fileInfo` of a form or a body, checked before anything is stored.
import { invalid, invalidKey, invalidValues, type InvalidValue } from '../errors.ts';
import { isObject } from '../schema/index.ts';
import { titleOf } from './names.ts';
import type { FileInfo } from './record.ts';

type Check = (value: unknown) => string | undefined;

const text: Check = (value) => (value === null || typeof value === 'string' ? undefined : 'must be a text or null');

const percent = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 100;

const checks: Readonly<Record<keyof FileInfo, Check>> = {
  name: (value) =>
    typeof value === 'string' && titleOf(value) !== '' ? undefined : 'must be a text that is not empty',
  alternativeText: text,
  caption: text,
  focalPoint: (value) =>
    value === null || (isObject(value) && Object.keys(value).length === 2 && percent(value.x) && percent(value.y))
      ? undefined
      : 'must be {x, y} in percent, or null',
};

const isKnown = (key: string): key is keyof FileInfo => key in checks;

const faultsOf = (info: Readonly<Record<string, unknown>>, path: readonly string[]): readonly InvalidValue[] =>
  Object.entries(info).flatMap(([key, value]) => {
    if (!isKnown(key)) throw invalidKey(key, path.join('.'), 'body');
    const wrong = checks[key](value);
    return wrong === undefined ? [] : [{ path: [...path, key], message: `${key} ${wrong}`, value }];
  });

/**
 * @param value an object, or a list of them
 * @returns an info a file, in their order
 * @throws ApiError 400 naming what does not fit
 */
export const checkInfo = (value: unknown): readonly FileInfo[] => {
  const isList = Array.isArray(value);
  const infos = (isList ? value : [value]) as readonly unknown[];
  if (!infos.every(isObject)) throw invalid('fileInfo must be an object, or a list of objects', { path: 'fileInfo' });
  const faults = infos.flatMap((info, index) => faultsOf(info, ['fileInfo', ...(isList ? [String(index)] : [])]));
  if (faults.length > 0) throw invalidValues(faults);
  return (infos as readonly FileInfo[]).map((info) =>
    info.name === undefined ? info : { ...info, name: titleOf(info.name) },
  );
};

/**
 * @param texts what the form has under `fileInfo`, each JSON
 * @throws ApiError 400 as `checkInfo`
 */
export const infosIn = (texts: readonly string[]): readonly FileInfo[] =>
  texts.flatMap((json) => {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      throw invalid('fileInfo is not valid JSON', { path: 'fileInfo' });
    }
    return checkInfo(value);
  });
