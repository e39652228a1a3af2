// The content types and components that the user may see.
import { queryOptions, useSuspenseQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLanguage } from '../messages/MessagesProvider.tsx';
import { buildEditorSchema, type Views } from '../schema/buildEditorSchema.ts';
import type { DescribedComponent, DescribedType, EditorSchema, PopulateLimits } from '../schema/types.ts';
import { get } from './client.ts';
import { editorQuery, type EditorContext } from './editor.ts';

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

const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async () => (await get<{ data: Views }>('/api/editor/views')).data,
  staleTime: 300_000,
});

/** With the texts of the views in the language of the page. Inside of the session only. */
export const useSchema = (): EditorSchema => {
  const language = useLanguage();
  const combine = useCallback(
    ([types, components, views, editor]: readonly [
      { readonly data: Sources['types'] },
      { readonly data: Sources['components'] },
      { readonly data: Sources['views'] },
      { readonly data: EditorContext },
    ]) =>
      schemaOf({
        types: types.data,
        components: components.data,
        views: views.data,
        limits: editor.data.settings.populate,
        language,
      }),
    [language],
  );
  return useSuspenseQueries({ queries: [typesQuery, componentsQuery, viewsQuery, editorQuery], combine });
};

interface Sources {
  readonly types: readonly DescribedType[];
  readonly components: readonly DescribedComponent[];
  readonly views: Views;
  readonly limits: PopulateLimits;
  readonly language: string;
}

let last: (Sources & { readonly schema: EditorSchema }) | undefined;

/** The same answers give the same model, so that what depends on it does not change. */
const schemaOf = (sources: Sources): EditorSchema => {
  const { types, components, views, limits, language } = sources;
  const keys = ['types', 'components', 'views', 'limits', 'language'] as const;
  if (last === undefined || keys.some((key) => last?.[key] !== sources[key]))
    last = { ...sources, schema: buildEditorSchema(types, components, views, language, limits) };
  return last.schema;
};
