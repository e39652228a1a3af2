// What an attribute holds.
import type { Attribute } from './types.ts';

/** `components` is a list of one component, `zone` a list of several. */
type AttributeKind = 'scalar' | 'password' | 'relation' | 'file' | 'files' | 'component' | 'components' | 'zone';

export const kindOf = ({ type, multiple, repeatable }: Attribute): AttributeKind => {
  if (type === 'relation' || type === 'password') return type;
  if (type === 'dynamiczone') return 'zone';
  if (type === 'media') return multiple === true ? 'files' : 'file';
  if (type === 'component') return repeatable === true ? 'components' : 'component';
  return 'scalar';
};
