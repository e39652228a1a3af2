// Checks the default populates of a schema, and reads them for descriptions of the API.
import { administrator } from '../../platform/access/index.ts';
import { ApiError } from '../../errors.ts';
import {
  didYouMean,
  fileOf,
  SchemaError,
  type ContentType,
  type DefaultPopulate,
  type Fault,
  type Schema,
} from '../../schema/index.ts';
import { readSelection } from './populate.ts';
import type { QuerySettings } from './scope.ts';
import { treeFromJson } from './tree.ts';
import type { Selection } from './types.ts';

/** The reads that can have a default populate: of lists and of single types, and of one document. */
const actions = ['find', 'findOne'] as const satisfies readonly (keyof DefaultPopulate)[];

/**
 * @returns what a caller who may find everything gets by default; undefined: the type has no default for the action
 * @throws ApiError 400 as for the same populate in a query
 */
export const readDefaultPopulate = (
  type: ContentType,
  action: keyof DefaultPopulate,
  schema: Schema,
  settings: QuerySettings,
): Selection | undefined => {
  const json = type.defaultPopulate?.[action];
  if (json === undefined) return undefined;
  const { componentIds } = settings;
  const scope = {
    schema,
    limits: settings,
    componentIds,
    caller: administrator,
    status: 'published',
    locales: [],
  } as const;
  return readSelection(undefined, { tree: treeFromJson(json), isDefault: false }, type, scope);
};

/** Whether the schema declares one default for all reads. */
const isShared = ({ kind, defaultPopulate }: ContentType): boolean =>
  kind === 'singleType' || defaultPopulate?.find === defaultPopulate?.findOne;

const faultOf = (
  type: ContentType,
  action: keyof DefaultPopulate,
  { message, details: { key, path } }: ApiError,
  schema: Schema,
): Fault => {
  const { attributes } = type;
  return {
    file: fileOf(schema, type),
    path: ['options.populate', ...(isShared(type) ? [] : [action]), ...(typeof path === 'string' ? [path] : [])].join(
      '.',
    ),
    message:
      typeof key === 'string'
        ? `"${key}" is not known here${key === path ? didYouMean(key, attributes.keys()) : ''}`
        : message,
  };
};

/** A fault for each default populate that no query could have, under the settings of the site. */
export const defaultPopulateFaults = (schema: Schema, settings: QuerySettings): readonly Fault[] =>
  [...schema.types.values()].flatMap((type) =>
    (isShared(type) ? (['find'] as const) : actions).flatMap((action) => {
      try {
        readDefaultPopulate(type, action, schema, settings);
        return [];
      } catch (error) {
        if (error instanceof ApiError) return [faultOf(type, action, error, schema)];
        throw error;
      }
    }),
  );

/** @throws SchemaError with every fault of a default populate */
export const checkDefaultPopulates = (site: {
  readonly schema: Schema;
  readonly config: { readonly api: { readonly rest: QuerySettings } };
}): void => {
  const faults = defaultPopulateFaults(site.schema, site.config.api.rest);
  if (faults.length > 0) throw new SchemaError(faults);
};
