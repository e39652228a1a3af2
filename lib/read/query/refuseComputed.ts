// Refuses computed attributes where a stored one is needed; in bundles without any, a stub replaces this module.
import { invalid } from '../../errors.ts';
import { computedAttributes, type AttributeHolder } from '../../schema/index.ts';
import { joinPath } from './tree.ts';

/** @throws ApiError 400 if the key of `filters` or `sort` is a computed attribute of the holder */
export const refuseComputed = (holder: AttributeHolder, key: string, path: string, param: string): void => {
  if (!computedAttributes(holder).has(key)) return;
  throw invalid(`Invalid key ${key}: it is computed when it is read, so ${param} cannot use it`, {
    ...{ key, path: joinPath(path, key), source: 'query', param },
  });
};
