// The command `lectern preview-link`.
import { administrator } from '../../lib/platform/access/index.ts';
import { checkExpiresIn, draftQuery, createPreviewLink, defaultSeconds } from '../../lib/api/preview/index.ts';
import { readQuery } from '../../lib/read/query/index.ts';
import { findType } from '../findType.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface PreviewOptions {
  readonly locale?: string;
  /** Seconds. */
  readonly expires?: number;
}

/** Prints the link and nothing else. */
export const printPreviewLink = (
  terminal: Terminal,
  name: string,
  documentId: string | undefined,
  { locale, expires }: PreviewOptions,
): Promise<void> =>
  withService(terminal, async (service) => {
    const type = findType(service.schema, name);
    if ((documentId === undefined) !== (type.kind === 'singleType'))
      throw new Error(
        documentId === undefined
          ? `Name the document: lectern preview-link ${name} <documentId>`
          : `${type.displayName} is a single type: leave the documentId out`,
      );
    const { maxSeconds } = service.config.preview;
    const seconds = expires === undefined ? defaultSeconds(maxSeconds) : checkExpiresIn(expires, maxSeconds);
    const locales = await service.locales.known();
    const draftParameters = draftQuery(locale === undefined ? '' : new URLSearchParams({ locale }).toString());
    const query = readQuery(draftParameters, type, administrator, { ...service, locales });
    terminal.print((await createPreviewLink(service, query, documentId, { locales, seconds })).url);
  });
