// Refuses requests for types whose stored documents nobody may read or write before their developer has decided something.
import { unavailable } from '../errors.ts';
import type { ContentType, Schema } from '../schema/index.ts';

/** Why a type is refused, by its uid. */
export type RefusedTypes = Readonly<Record<string, string>>;

/** The variable in which `lectern dev` names the refused types to its server, as JSON. */
export const refusedTypesVariable = 'LECTERN_REFUSED_TYPES';

export const readRefusedTypes = (env: NodeJS.ProcessEnv): RefusedTypes | undefined => {
  const text = env[refusedTypesVariable] ?? '';
  return text === '' ? undefined : (JSON.parse(text) as RefusedTypes);
};

/**
 * Makes each later lookup of these types throw: of a route, a populate, a filter through a relation, or in project code. It
 * changes the schema in place, because all parts of a running service share it.
 *
 * @param schema after all checks
 */
export const refuseTypes = ({ types, served }: Schema, refused: RefusedTypes): void => {
  for (const map of [types, served]) {
    const get = (key: string): ContentType | undefined => {
      const type = Map.prototype.get.call(map, key) as ContentType | undefined; // both maps hold types
      const reason = type && refused[type.uid];
      if (reason !== undefined) throw unavailable(reason);
      return type;
    };
    Object.assign(map, { get });
  }
};
