// Which attributes have one value for all locales of a document.
import type { DocumentForm } from './formStore.ts';
import { splitPath } from './paths.ts';
import type { FormValues } from './types.ts';

/** Relations and uids are never shared. What is inside of a component is shared with it, and marked there. */
export const isShared = ({ type }: Pick<DocumentForm, 'type'>, path: string): boolean => {
  const [name = '', ...inner] = splitPath(path);
  const attribute = type.attributes[name];
  if (!type.localized || inner.length > 0 || attribute === undefined) return false;
  const { type: kind, pluginOptions, computed } = attribute;
  return kind !== 'relation' && kind !== 'uid' && computed !== true && pluginOptions?.i18n?.localized !== true;
};

/** @returns those of the values that all locales of the document share */
export const sharedValues = (form: Pick<DocumentForm, 'type'>, values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isShared(form, name)));
