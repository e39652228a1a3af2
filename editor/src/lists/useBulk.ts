// The steps of a change of many documents: reading them, the question, the change, and its failures.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { changeMany, readMatching, type BulkChange, type BulkOutcome } from '../api/bulk.ts';
import { documentsKey, type ListedDocument, type QueryParameters } from '../api/documents.ts';
import type { ContentType } from '../schema/types.ts';

type Step =
  | { readonly name: 'reading' | 'running'; readonly done: number }
  | { readonly name: 'question' }
  | { readonly name: 'unread'; readonly error: unknown }
  | ({ readonly name: 'result' } & BulkOutcome);

/** How a change of many documents ended. */
export interface BulkEnd extends BulkOutcome {
  readonly change: BulkChange;
  /** The documents that are changed now. */
  readonly changed: readonly ListedDocument[];
}

interface Bulk {
  readonly step: Step;
  /** Empty until they are read. */
  readonly documents: readonly ListedDocument[];
  readonly run: (change: BulkChange) => void;
  /** Ends the change after the request that is under way. */
  readonly stop: () => void;
}

/**
 * @param documents undefined: all that match the query; their ids are read before the question
 * @param onEnd called after a change of documents
 */
export const useBulk = (
  type: ContentType,
  query: QueryParameters,
  documents: readonly ListedDocument[] | undefined,
  onEnd: (end: BulkEnd) => void,
): Bulk => {
  const client = useQueryClient();
  // The list changes while the dialog is open.
  const [first] = useState({ query, documents });
  const [chosen, setChosen] = useState(documents ?? []);
  const [step, setStep] = useState<Step>(documents === undefined ? { name: 'reading', done: 0 } : { name: 'question' });
  const running = useRef<AbortController>(undefined);

  useEffect(() => {
    const reading = new AbortController();
    const onProgress = (done: number) => {
      setStep({ name: 'reading', done });
    };
    if (first.documents === undefined)
      readMatching(type, first.query, { signal: reading.signal, onProgress }).then(
        (found) => {
          setChosen(found);
          setStep({ name: 'question' });
        },
        (error: unknown) => {
          if (!reading.signal.aborted) setStep({ name: 'unread', error });
        },
      );
    return () => {
      reading.abort();
    };
  }, [type, first]);

  // A screen that is left changes nothing more.
  useEffect(() => () => running.current?.abort(), []);

  const run = (change: BulkChange) => {
    const { signal } = (running.current = new AbortController());
    const onProgress = (done: number) => {
      setStep({ name: 'running', done });
    };
    const end = (result: BulkOutcome) => {
      void client.invalidateQueries({ queryKey: documentsKey(type.uid) });
      setStep({ name: 'result', ...result });
      const failed = new Set(result.failures.map(({ documentId }) => documentId));
      const changed = chosen.slice(0, result.done).filter(({ documentId }) => !failed.has(documentId));
      onEnd({ ...result, change, changed });
    };
    onProgress(0);
    const ids = chosen.map(({ documentId }) => documentId);
    void changeMany(type, ids, change, { signal, onProgress }).then(end);
  };
  const stop = useCallback(() => running.current?.abort(), []);
  return { step, documents: chosen, run, stop };
};
