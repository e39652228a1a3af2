// Reads `fileInfo` of a form or body: what editors write about files.
import { ApiError, invalidKey, invalidValues, refuseFaults, type InvalidValue } from '../../errors.ts';
import { parseJson } from '../../api/http/index.ts';
import { isObject } from '../../schema/index.ts';
import { cleanTitle } from './fileNames.ts';
import type { FileInfo } from './fileRecord.ts';
import type { Form } from './readForm.ts';

type Check = (value: unknown, path: readonly string[]) => readonly InvalidValue[];

const infoFault = (path: readonly string[], wrong: string, value: unknown): readonly InvalidValue[] => [
  { path, message: `${path.at(-1) ?? ''} ${wrong}`, value },
];

const name: Check = (value, path) =>
  typeof value === 'string' && cleanTitle(value) !== ''
    ? []
    : infoFault(path, 'must be a text that is not empty', value);

const text: Check = (value, path) =>
  value === null || typeof value === 'string' ? [] : infoFault(path, 'must be a text or null', value);

const percent: Check = (value, path) =>
  typeof value === 'number' && value >= 0 && value <= 100 ? [] : infoFault(path, 'must be from 0 to 100', value);

const axes = ['x', 'y'];

const focalPoint: Check = (value, path) => {
  if (value === null) return [];
  if (!isObject(value) || !Object.keys(value).every((key) => axes.includes(key)))
    return infoFault(path, 'must be {x, y} in percent, or null', value);
  return axes.flatMap((axis) => percent(value[axis], [...path, axis]));
};

const folder: Check = (value, path) =>
  value === null || (typeof value === 'string' && value !== '')
    ? []
    : infoFault(path, 'must be the documentId of a folder, or null', value);

const checks: Readonly<Record<keyof FileInfo, Check>> = {
  name,
  alternativeText: text,
  caption: text,
  focalPoint,
  folder,
};

const isKnown = (key: string): key is keyof FileInfo => Object.hasOwn(checks, key);

const faultsOf = (info: Readonly<Record<string, unknown>>, path: readonly string[]): readonly InvalidValue[] =>
  Object.entries(info).flatMap(([key, value]) => {
    if (!isKnown(key)) throw invalidKey(key, path.join('.'), 'body');
    return checks[key](value, [...path, key]);
  });

/** 400: `fileInfo` as a whole is invalid. */
const invalidFileInfo = (wrong: string): ApiError => invalidValues(infoFault(['fileInfo'], wrong, null));

/**
 * @param value an object, or a list of them
 * @returns one info for each file, in order
 * @throws ApiError 400 naming every invalid value
 */
export const checkFileInfo = (value: unknown): readonly FileInfo[] => {
  const isList = Array.isArray(value);
  const infos = (isList ? value : [value]) as readonly unknown[];
  if (!infos.every(isObject)) throw invalidFileInfo('must be an object, or a list of objects');
  const faults = infos.flatMap((info, index) => faultsOf(info, ['fileInfo', ...(isList ? [String(index)] : [])]));
  refuseFaults(faults);
  return (infos as readonly FileInfo[]).map((info) =>
    info.name === undefined ? info : { ...info, name: cleanTitle(info.name) },
  );
};

const parseFileInfo = (json: string): readonly FileInfo[] => {
  let value: unknown;
  try {
    value = parseJson(json);
  } catch (error) {
    throw error instanceof ApiError ? error : invalidFileInfo('is not valid JSON');
  }
  return checkFileInfo(value);
};

/**
 * The infos in the field `fileInfo` of a form, which may be repeated.
 *
 * @throws ApiError 400 as `checkFileInfo`
 */
export const infosOf = ({ fields }: Pick<Form, 'fields'>): readonly FileInfo[] =>
  (fields.get('fileInfo') ?? []).flatMap(parseFileInfo);

/** @throws ApiError 400 for more infos than files */
export const checkInfoCount = (infos: readonly FileInfo[], files: number): void => {
  if (infos.length > files) throw invalidFileInfo('has more entries than there are files');
};
