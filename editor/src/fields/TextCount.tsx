// How many words a text has, and how long it takes to read. It is counted when the user pauses.
import { Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { countWords, createCounter, readingMinutes, type TextPiece } from './countWords.ts';
import { createPause } from './createPause.ts';

const pauseMs = 600;

interface Props<Value> {
  readonly value: Value | null | undefined;
  readonly lang: string | undefined;
  /** The same function in every render. */
  readonly piecesOf: (value: Value) => Iterable<TextPiece>;
}

export const TextCount = <Value,>({ value, lang, piecesOf }: Props<Value>) => {
  const t = useTranslations('fields.writing');
  const [words, setWords] = useState(0);
  const counting = useMemo(() => ({ count: createCounter(lang), known: new WeakMap<object, number>() }), [lang]);
  useEffect(() => {
    const ended = new AbortController();
    const run = async (): Promise<void> => {
      const pieces = value === null || value === undefined ? [] : piecesOf(value);
      const pause = createPause(ended.signal, () => undefined);
      const total = await countWords(pieces, counting.count, counting.known, pause);
      if (!ended.signal.aborted) setWords(total);
    };
    const timer = setTimeout(() => {
      // It rejects only when the text changes meanwhile.
      run().catch(() => undefined);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [value, counting, piecesOf]);
  return (
    <Text size="xs" c="dimmed" mih="1.75rem" px="md" py={4} ta="end">
      {words === 0 ? '' : t('count', { words, minutes: readingMinutes(words) })}
    </Text>
  );
};
