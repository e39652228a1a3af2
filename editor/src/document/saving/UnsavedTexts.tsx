// Offers what was typed earlier in this browser and never saved. A text stays in the browser until the user has chosen.
import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentForm } from '../../form/formStore.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { GrowingTextarea } from '../../ui/GrowingTextarea.tsx';
import { useConfirm } from '../../ui/useConfirm.tsx';
import type { DocumentSaver } from './DocumentSaver.ts';
import { findRemovedTexts, type RemovedText } from './removedTexts.ts';
import { TextDifferences } from './TextDifferences.tsx';
import { findTextChanges, type TextChange } from './TextKeeper.ts';
import { forgetText, type UnsavedText } from './textStore.ts';

interface Props {
  readonly texts: readonly UnsavedText[];
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

const isNew = ({ type, documentId }: DocumentForm): boolean =>
  type.kind === 'collectionType' && documentId === undefined;

/** A text, and what becomes of it. */
interface Offer {
  readonly text: UnsavedText;
  /** What has no place in the form any more: the user may copy it. */
  readonly removed: readonly RemovedText[];
  /** Nothing: the form has the rest of the text. */
  readonly changes: readonly TextChange[];
}

const offerOf = (form: DocumentForm, text: UnsavedText): Offer => ({
  text,
  removed: findRemovedTexts(form.type, form.schema, text),
  changes: findTextChanges(form, text),
});

const RemovedTexts = ({ removed }: Pick<Offer, 'removed'>) => {
  const t = useTranslations('document.kept');
  const common = useTranslations('common');
  return removed.map(({ label, text }) => (
    <Group key={`${label} ${text}`} align="end" gap="xs">
      <GrowingTextarea
        label={t('removed', { attribute: label })}
        value={text}
        readOnly
        dir="auto"
        minRows={1}
        maxRows={6}
        flex={1}
      />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {common(copied ? 'copied' : 'copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  ));
};

export const UnsavedTexts = ({ texts, form, saver }: Props) => {
  const t = useTranslations('document.kept');
  const confirm = useConfirm();
  const [offered, setOffered] = useState(() =>
    texts.map((text) => offerOf(form, text)).filter(({ removed, changes }) => changes.length + removed.length > 0),
  );
  // The API has the other texts: only the answer to their save was lost.
  const [saved] = useState(() => texts.filter((text) => offered.every((offer) => offer.text !== text)));
  useEffect(() => {
    for (const { id } of saved) void forgetText(id);
  }, [saved]);
  if (offered.length === 0 || form.readOnly) return null;
  const remove = (offer: Offer) => setOffered(offered.filter((other) => other !== offer));
  const discard = (offer: Offer) => {
    confirm({
      title: t('discardTitle'),
      text: t('discardText'),
      confirm: t('discard'),
      onConfirm: () => {
        remove(offer);
        void forgetText(offer.text.id);
      },
    });
  };
  const restore = (offer: Offer) => {
    const { text, removed } = offer;
    // The other texts are other new documents: they stay in the browser for the next one.
    const others = isNew(form) ? [] : offered.filter((other) => other !== offer);
    const hasRemoved = removed.length > 0;
    setOffered(hasRemoved ? [{ ...offer, changes: [] }, ...others] : others);
    // Until the user discards it, the browser has what has no place in the form.
    void saver.restore(text).then((isKept) => (hasRemoved || !isKept ? undefined : forgetText(text.id)));
  };
  const titleOf = ({ values }: UnsavedText) => {
    const title = values[form.type.mainAttribute];
    return typeof title === 'string' && title !== '' ? title : t('untitled');
  };
  return (
    <Alert color="blue" role="alert" title={t('title')}>
      <Stack gap="xs">
        {t('text')}
        {offered.map((offer) => (
          <Stack key={offer.text.id} gap="xs" role="group" aria-label={titleOf(offer.text)}>
            <Group justify="space-between">
              <span>
                <bdi>{titleOf(offer.text)}</bdi>, <DateTime value={new Date(offer.text.at).toISOString()} />
              </span>
              <Group gap="xs">
                <Button variant="default" onClick={() => discard(offer)}>
                  {t('discard')}
                </Button>
                {offer.changes.length === 0 ? null : <Button onClick={() => restore(offer)}>{t('restore')}</Button>}
              </Group>
            </Group>
            <TextDifferences form={form} changes={offer.changes} />
            <RemovedTexts removed={offer.removed} />
          </Stack>
        ))}
      </Stack>
    </Alert>
  );
};
