// Checks all documents of an archive before anything is written.
import type { ContentType } from '../../lib/schema/index.ts';
import type { BuildContext } from './buildDocument.ts';
import { documentsOf, type Partitions } from './partitionDocuments.ts';
import { Report } from './report.ts';
import { resolveMisfits } from './resolveMisfits.ts';
import type { OnMisfit } from './misfitChoices.ts';

/** How many documents of a type are imported; each locale counts. */
export interface TypeCounts {
  documents: number;
  /** How many of them have a published version. */
  published: number;
  leftOut: number;
  /** How many do not fit in some way. */
  misfits: number;
}

export interface CheckResult {
  readonly counts: ReadonlyMap<ContentType, TypeCounts>;
  /** The documents that are left out in every locale, as `type documentId`. */
  readonly leftOut: ReadonlySet<string>;
  /** What does not fit. */
  readonly report: Report;
}

export const documentKey = (uid: string, documentId: string): string => `${uid} ${documentId}`;

class Counter {
  readonly counts = new Map<ContentType, TypeCounts>();
  readonly leftOut = new Set<string>();
  private readonly kept = new Set<string>();

  of(type: ContentType): TypeCounts {
    let counts = this.counts.get(type);
    if (counts === undefined) {
      counts = { documents: 0, published: 0, leftOut: 0, misfits: 0 };
      this.counts.set(type, counts);
    }
    return counts;
  }

  /** Notes what becomes of one locale of a document. All locales of it come in the same partition. */
  note(key: string, isKept: boolean): void {
    if (isKept) {
      this.kept.add(key);
      this.leftOut.delete(key);
    } else if (!this.kept.has(key)) this.leftOut.add(key);
  }

  /** Forgets the documents of a partition that is done. */
  endPartition(): void {
    this.kept.clear();
  }
}

const checkOnce = async (
  build: Omit<BuildContext, 'findLinks'>,
  partitions: Partitions,
  onMisfit: OnMisfit,
): Promise<CheckResult> => {
  const { context } = build;
  const report = await Report.create(`${context.folder}/misfits.jsonl`);
  const counter = new Counter();
  for (let partition = 0; partition < context.partitions; partition++) {
    for (const built of documentsOf(build, partitions, partition)) {
      const { type, document, misfits } = built;
      const resolved = resolveMisfits(built, onMisfit);
      const counts = counter.of(type);
      if (resolved.document === undefined) counts.leftOut += 1;
      else counts.documents += 1;
      if (resolved.document?.published !== undefined) counts.published += 1;
      if (misfits.length > 0) counts.misfits += 1;
      if (onMisfit !== 'fail')
        counter.note(documentKey(type.uid, document.documentId), resolved.document !== undefined);
      for (const line of resolved.lines) report.add(line);
    }
    counter.endPartition();
    await report.flush();
    context.progress.log(() => `checking: part ${partition + 1} of ${context.partitions}`);
  }
  return { counts: counter.counts, leftOut: counter.leftOut, report };
};

/**
 * Checks again until no more documents are left out: links to those lead to nothing, which can make others not fit.
 *
 * @returns what is imported and what does not fit
 */
export const checkDocuments = async (
  build: Omit<BuildContext, 'findLinks' | 'isLeftOut'>,
  partitions: Partitions,
  onMisfit: OnMisfit,
): Promise<CheckResult> => {
  let known: ReadonlySet<string> = new Set();
  for (;;) {
    const leftOut = known;
    const isLeftOut: BuildContext['isLeftOut'] = (uid, documentId) => leftOut.has(documentKey(uid, documentId));
    const result = await checkOnce({ ...build, isLeftOut }, partitions, onMisfit);
    if (result.leftOut.size === leftOut.size) return result;
    known = result.leftOut;
  }
};
