// Which partitions a site has, and what each of their indexes is built from.
import { createHash } from 'node:crypto';
import type { Service } from '../../platform/service.ts';
import { isContent, searchedAttributes, type ContentType, type Status } from '../../schema/index.ts';
import { wordsVersion } from '../text/index.ts';
import type { Partition } from '../types.ts';

/** Changes when the same text makes other postings. */
const indexVersion = 4;

/** The versions of a type that are searched: drafts by editors, published ones by visitors or, without drafts, by both. */
export const searchedStatuses = ({ draftAndPublish, search }: ContentType): readonly Status[] => [
  ...(draftAndPublish ? (['draft'] as const) : []),
  ...(!draftAndPublish || search !== undefined ? (['published'] as const) : []),
];

/** The types that are searched. */
export const searchedTypes = ({ schema, config }: Pick<Service, 'schema' | 'config'>): readonly ContentType[] =>
  config.search.enabled
    ? [...schema.types.values()].filter((type) => isContent(type) && searchedAttributes(type).size > 0)
    : [];

/** All partitions of the site. */
export const partitionsOf = async (
  service: Pick<Service, 'schema' | 'config' | 'locales'>,
): Promise<readonly Partition[]> => {
  const { codes } = await service.locales.known();
  return searchedTypes(service).flatMap((type) =>
    searchedStatuses(type).flatMap((status) =>
      (type.localized ? [...codes] : [null]).map((locale) => ({ type, status, locale })),
    ),
  );
};

/**
 * @param language the locale in whose language the words of the index are
 * @returns a text that changes when an index of the type must be built anew
 */
export const partitionFingerprint = (
  { schema: { components }, config }: Pick<Service, 'schema' | 'config'>,
  type: ContentType,
  language: string,
): string => {
  const attributes = [...searchedAttributes(type)].map(([name, weight]) => [type.attributes.get(name), weight]);
  const parts = [...components.values()].map(({ uid, attributes: ofComponent }) => [uid, [...ofComponent.values()]]);
  const basis = JSON.stringify([config.search.backend, indexVersion, wordsVersion, language, attributes, parts]);
  return createHash('sha256').update(basis).digest('hex').slice(0, 16);
};
