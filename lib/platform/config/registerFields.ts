// Which attributes who registers may give beside name, address and password.
import { builtInUids, isBuiltIn, typeOf, type Schema } from '../../schema/index.ts';
import type { Settings } from './definition.ts';

/** @throws Error for what is no attribute that a project added to users, or is private */
export const registerFields = (
  { registerFields: names }: Pick<Settings['auth'], 'registerFields'>,
  schema: Schema,
): readonly string[] => {
  const { attributes } = typeOf(schema, builtInUids.user);
  for (const name of names)
    if (attributes.get(name)?.private !== false || isBuiltIn(builtInUids.user, name))
      throw new Error(`auth.registerFields: ${name} is no public attribute that this site added to its users`);
  return names;
};
