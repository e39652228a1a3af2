// Checks the list of attributes that a registration may set beside name, email address and password.
import { builtInUids, isBuiltIn, typeOf, type Schema } from '../../schema/index.ts';
import type { Settings } from './settingsSchema.ts';

/** @throws Error for a name that is not a public attribute added to users by the site */
export const checkRegisterFields = (
  { registerFields: names }: Pick<Settings['auth'], 'registerFields'>,
  schema: Schema,
): readonly string[] => {
  const { attributes } = typeOf(schema, builtInUids.user);
  for (const name of names)
    if (attributes.get(name)?.private !== false || isBuiltIn(builtInUids.user, name))
      throw new Error(`auth.registerFields: ${name} is not a public attribute that this site added to its users`);
  return names;
};
