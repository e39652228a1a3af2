// The content types and components that the user may see.
import { queryOptions, useSuspenseQueries } from '@tanstack/react-query';
import { buildEditorSchema } from '../schema/buildEditorSchema.ts';
import type { DescribedComponent, DescribedType, EditorSchema } from '../schema/types.ts';
import { get } from './client.ts';

const typesQuery = queryOptions({
  queryKey: ['content-types'],
  queryFn: async () => (await get<{ data: readonly DescribedType[] }>('/api/content-type-builder/content-types')).data,
  staleTime: 300_000,
});

const componentsQuery = queryOptions({
  queryKey: ['components'],
  queryFn: async () =>
    (await get<{ data: readonly DescribedComponent[] }>('/api/content-type-builder/components')).data,
  staleTime: 300_000,
});

/** Inside of the session only. */
export const useSchema = (): EditorSchema =>
  useSuspenseQueries({
    queries: [typesQuery, componentsQuery],
    combine: ([types, components]) => schemaOf(types.data, components.data),
  });

let last:
  { types: readonly DescribedType[]; components: readonly DescribedComponent[]; schema: EditorSchema } | undefined;

/** The same answers give the same model, so that what depends on it does not change. */
const schemaOf = (types: readonly DescribedType[], components: readonly DescribedComponent[]): EditorSchema => {
  if (last?.types !== types || last.components !== components)
    last = { types, components, schema: buildEditorSchema(types, components) };
  return last.schema;
};
