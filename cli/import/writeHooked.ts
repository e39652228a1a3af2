// Writes a document of an import whose type has hooks, in a transaction of its own.
import type { WithId } from 'mongodb';
import { ApiError, type InvalidValue } from '../../lib/errors.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { ContentType } from '../../lib/schema/index.ts';
import { importHooked, runInTransaction, type WriteHooks } from '../../lib/write/documents/index.ts';
import { toDocument } from './buildDocument.ts';
import { formatReportLine } from './report.ts';
import type { OnMisfit } from './misfitChoices.ts';
import type { ReportLine } from './types.ts';

/** The lines of a report about what the hooks refuse. */
const refusalLines = (
  { singularName: type }: ContentType,
  { documentId, locale }: StoredDocument,
  { message, details }: ApiError,
): readonly ReportLine[] => {
  const faults = (details.errors ?? [{ path: [], message }]) as readonly Omit<InvalidValue, 'value'>[]; // of `invalidValues`
  return faults.map((fault) => ({ type, documentId, locale, path: fault.path.join('.'), message: fault.message }));
};

/**
 * Runs the hooks and inserts the document, unless an interrupted import has written it.
 *
 * @param onMisfit what happens if the hooks refuse it
 * @param onRefusal receives the reasons
 * @throws Error that names the document and the reasons, with `fail`
 */
export const writeHooked = async (
  service: Service,
  hooks: WriteHooks,
  type: ContentType,
  document: WithId<StoredDocument>,
  onMisfit: OnMisfit,
  onRefusal: (line: ReportLine) => void,
): Promise<void> => {
  try {
    await runInTransaction(service, (unit) => importHooked(service, unit, hooks, type, document));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const lines = refusalLines(type, document, error);
    if (onMisfit === 'fail')
      throw new Error(`The hooks of the project refuse a document:\n${lines.map(formatReportLine).join('\n')}`, {
        cause: error,
      });
    lines.forEach(onRefusal);
    const { _id, documentId, locale, draft, published } = document;
    if (onMisfit !== 'draft' || draft === undefined || published === undefined) return;
    const unpublished = { _id, ...toDocument(type, documentId, locale, { draft }) };
    await writeHooked(service, hooks, type, unpublished, 'skip', onRefusal);
  }
};
