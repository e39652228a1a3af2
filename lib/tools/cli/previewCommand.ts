// The command `lectern preview-link`.
import { administrator } from '../../platform/access/index.ts';
import { checkExpiresIn, draftQuery, createPreviewLink, defaultSeconds } from '../../api/preview/index.ts';
import { readQuery } from '../../read/query/index.ts';
import { didYouMean, type ContentType, type Schema } from '../../schema/index.ts';
import { withService } from './withService.ts';

export interface PreviewOptions {
  readonly locale?: string;
  /** Seconds. */
  readonly expires?: number;
}

/**
 * @param given the singular name, the plural name or the uid of a content type
 * @throws Error when there is no such content type
 */
const typeNamed = ({ served }: Schema, given: string): ContentType => {
  const types = [...new Set(served.values())];
  const found = types.find((type) => [type.singularName, type.pluralName, type.uid].includes(given));
  if (found !== undefined) return found;
  const near = didYouMean(
    given,
    types.map(({ singularName }) => singularName),
  );
  throw new Error(`There is no content type "${given}"${near}`);
};

/** Prints the link and nothing else. */
export const printPreviewLink = (
  name: string,
  documentId: string | undefined,
  { locale, expires }: PreviewOptions,
): Promise<void> =>
  withService(async (service) => {
    const type = typeNamed(service.schema, name);
    if ((documentId === undefined) !== (type.kind === 'singleType'))
      throw new Error(
        documentId === undefined
          ? `Name the document: lectern preview-link ${name} <documentId>`
          : `${type.displayName} is a single type: leave the documentId out`,
      );
    const { maxSeconds } = service.config.preview;
    const seconds = expires === undefined ? defaultSeconds(maxSeconds) : checkExpiresIn(expires, maxSeconds);
    const locales = await service.locales.known();
    const asked = draftQuery(locale === undefined ? '' : new URLSearchParams({ locale }).toString());
    const query = readQuery(asked, type, administrator, { ...service, locales });
    console.log((await createPreviewLink(service, query, documentId, { locales, seconds })).url);
  });
