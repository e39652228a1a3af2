// The content types and components that the user may see.
import { queryOptions, useSuspenseQueries } from '@tanstack/react-query';
import { useLanguage } from '../messages/MessagesProvider.tsx';
import { buildEditorSchema, type Views } from '../schema/buildEditorSchema.ts';
import type { DescribedComponent, DescribedType, EditorSchema } from '../schema/types.ts';
import { dataQuery } from './call.ts';
import { editorQuery } from './editor.ts';

const staleTime = 300_000;

const typesQuery = queryOptions({ ...dataQuery('GET /api/content-type-builder/content-types'), staleTime });
const componentsQuery = queryOptions({ ...dataQuery('GET /api/content-type-builder/components'), staleTime });
const viewsQuery = queryOptions({ ...dataQuery('GET /api/editor/views'), staleTime });

/** With the texts of the views in the language of the page. Inside of the session only. */
export const useSchema = (): EditorSchema => {
  const language = useLanguage();
  return useSuspenseQueries({
    queries: [typesQuery, componentsQuery, viewsQuery, editorQuery],
    combine: ([types, components, views, editor]) =>
      schemaOf(
        // The contract does not say what a schema and a view have.
        types.data as readonly unknown[] as readonly DescribedType[],
        components.data as readonly unknown[] as readonly DescribedComponent[],
        views.data as Views,
        language,
        editor.data.settings.populate,
      ),
  });
};

type Sources = Parameters<typeof buildEditorSchema>;

let last: { readonly sources: Sources; readonly schema: EditorSchema } | undefined;

/** The same answers give the same model, so that what depends on it does not change. */
const schemaOf = (...sources: Sources): EditorSchema => {
  if (last === undefined || sources.some((source, index) => source !== last?.sources[index]))
    last = { sources, schema: buildEditorSchema(...sources) };
  return last.schema;
};
