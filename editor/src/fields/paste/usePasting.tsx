// Runs the pastes of a field: shows their progress, and names in one notice what could not be kept.
import { List } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../form/FormContext.tsx';
import { randomId } from '../../ui/randomId.ts';
import { noticeMs } from '../../ui/showActionNotice.tsx';
import { useFileSize } from '../../ui/useFileSize.ts';
import { useErrorText } from '../../ui/useErrorText.ts';
import type { Conversion } from './convert.ts';
import { createPause } from '../createPause.ts';
import { Lost } from './lost.ts';

/** A paste that lasts longer shows its progress. */
const patienceMs = 500;

/** Why the pictures with these names are not in the text. */
type Refusal = 'foreign' | 'notAllowed' | 'notPictures';

/** Why a paste ended, for people: it was too large, or another paste or a change of its text interrupted it. */
export class PasteError extends Error {}

export interface Paste extends Conversion {
  /** Ends the paste with a notice if the content alone is larger than a request may be. @param bytes as JSON */
  readonly checkSize: (bytes: number) => void;
  /** Adds a name to the notice, also when the paste has ended. */
  readonly refuse: (reason: Refusal, name: string) => void;
}

export const usePasting = () => {
  const t = useTranslations('fields.paste');
  const errorText = useErrorText();
  const form = useForm();
  const fileSize = useFileSize();
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  /** @returns undefined if the user ended the paste */
  const messageOf = (error: unknown): string | undefined => {
    if (error instanceof PasteError) return error.message;
    return error instanceof DOMException && error.name === 'AbortError' ? undefined : errorText(error);
  };

  const showLost = (id: string, lost: Lost, refused: ReadonlyMap<Refusal, ReadonlySet<string>>): void => {
    const lines = [
      ...lost.counts().map(([kind, count]) => t(`lost.${kind}`, { count })),
      ...[...refused].map(([reason, names]) => t(reason, { names: [...names].join(', ') })),
    ];
    if (lines.length === 0) return;
    const notice = {
      id: `${id}-lost`,
      color: 'yellow',
      title: t('incomplete'),
      message: (
        <List size="sm" c="var(--mantine-color-text)">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      ),
      autoClose: noticeMs,
      role: 'alert',
    } as const;
    // The notice of this paste is changed if it is there.
    notifications.hide(notice.id);
    notifications.show(notice);
  };

  /** Only one paste runs at a time: another one ends it, which a notice says. */
  const run = async (work: (paste: Paste) => Promise<void> | void): Promise<void> => {
    running.current?.abort(new PasteError(t('interrupted.paste')));
    const abort = new AbortController();
    running.current = abort;
    const id = randomId();
    const lost = new Lost();
    const refused = new Map<Refusal, Set<string>>();
    const startedAt = performance.now();
    let [hasNotice, hasEnded] = [false, false];
    const endReading = form.beginReading();
    const pause = createPause(abort.signal, () => {
      if (hasNotice || performance.now() - startedAt < patienceMs) return;
      hasNotice = true;
      notifications.show({
        id,
        loading: true,
        autoClose: false,
        message: t('reading'),
        onClose: () => {
          if (!hasEnded) abort.abort();
        },
      });
    });
    try {
      await work({
        lost,
        pause,
        checkSize: (bytes) => {
          if (bytes > form.maxBytes) throw new PasteError(t('tooLarge', { limit: fileSize(form.maxBytes) }));
        },
        refuse: (reason, name) => {
          refused.set(reason, (refused.get(reason) ?? new Set()).add(name));
          if (hasEnded) showLost(id, lost, refused);
        },
      });
    } catch (error) {
      const message = messageOf(abort.signal.aborted ? abort.signal.reason : error);
      if (message !== undefined) notifications.show({ color: 'red', role: 'alert', autoClose: noticeMs, message });
    } finally {
      hasEnded = true;
      endReading();
      notifications.hide(id);
      showLost(id, lost, refused);
    }
  };
  return {
    run,
    /** Ends the running paste with a notice, because the text it belongs to is replaced. */
    stop: (): void => {
      running.current?.abort(new PasteError(t('interrupted.change')));
    },
  };
};
