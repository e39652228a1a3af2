// The icons of types: those that their schemas name, else one for each kind.
import { FileIcon, StackIcon, type Icon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import type { ContentType } from '../schema/types.ts';

const ofKind: Readonly<Record<ContentType['kind'], Icon>> = { collectionType: StackIcon, singleType: FileIcon };

/** @param types that need icons; those of Strapi are loaded if one of the types names any */
export const useSchemaIcon = (types: Iterable<ContentType>): ((type: ContentType) => Icon) => {
  const { data: icons } = useQuery({
    queryKey: ['schema-icons'],
    queryFn: async () => (await import('../ui/schemaIcons.ts')).schemaIcons,
    enabled: [...types].some(({ icon }) => icon !== undefined),
    staleTime: Infinity,
  });
  return ({ icon, kind }) => icons?.[icon ?? ''] ?? ofKind[kind];
};
