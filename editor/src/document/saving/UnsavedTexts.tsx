// Offers what was typed earlier in this browser and never saved. A text stays in the browser until the user has chosen.
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentForm } from '../../form/index.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import type { DocumentSaver } from './DocumentSaver.ts';
import { isSavedText } from './TextKeeper.ts';
import { forgetText, type UnsavedText } from './textStore.ts';

interface Props {
  readonly texts: readonly UnsavedText[];
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

const isNew = ({ type, documentId }: DocumentForm): boolean =>
  type.kind === 'collectionType' && documentId === undefined;

export const UnsavedTexts = ({ texts, form, saver }: Props) => {
  const t = useTranslations('document.kept');
  const [offered, setOffered] = useState(() => texts.filter((text) => !isSavedText(form, text)));
  // The API has the other texts: only the answer to their save was lost.
  const [saved] = useState(() => texts.filter((text) => !offered.includes(text)));
  useEffect(() => {
    for (const { id } of saved) void forgetText(id);
  }, [saved]);
  if (offered.length === 0 || form.readOnly) return null;
  const remove = (text: UnsavedText) => {
    setOffered(offered.filter((other) => other !== text));
  };
  const restore = (text: UnsavedText) => {
    // The other texts are other new documents: they stay in the browser for the next one.
    if (isNew(form)) setOffered([]);
    else remove(text);
    void saver.restore(text).then(() => forgetText(text.id));
  };
  const titleOf = ({ values }: UnsavedText) => {
    const title = values[form.type.mainAttribute];
    return typeof title === 'string' && title !== '' ? title : t('untitled');
  };
  return (
    <Alert color="blue" role="alert" title={t('title')}>
      <Stack gap="xs">
        {t('text')}
        {offered.map((text) => (
          <Group key={text.id} justify="space-between" role="group" aria-label={titleOf(text)}>
            <span>
              <bdi>{titleOf(text)}</bdi>, <DateTime value={new Date(text.at).toISOString()} />
            </span>
            <Group gap="xs">
              <Button
                variant="default"
                onClick={() => {
                  remove(text);
                  void forgetText(text.id);
                }}
              >
                {t('discard')}
              </Button>
              <Button
                onClick={() => {
                  restore(text);
                }}
              >
                {t('restore')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
};
