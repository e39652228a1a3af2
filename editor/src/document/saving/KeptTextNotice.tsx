// Offers what was typed earlier in this browser and never saved.
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { toBody, type DocumentForm } from '../../form/index.ts';
import type { DocumentSaver } from './DocumentSaver.ts';
import type { KeptText } from './textStore.ts';

interface Props {
  readonly kept: KeptText;
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

export const KeptTextNotice = ({ kept, form, saver }: Props) => {
  const t = useTranslations('document.kept');
  const [isOpen, setIsOpen] = useState(
    () => Object.keys(toBody(form.type, form.schema, kept.values, form.getValues())).length > 0,
  );
  if (!isOpen || form.readOnly) return null;
  return (
    <Alert color="blue" role="alert" title={t('title')}>
      <Group justify="space-between">
        {t('text')}
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() => {
              setIsOpen(false);
              void saver.forgetText();
            }}
          >
            {t('discard')}
          </Button>
          <Button
            onClick={() => {
              setIsOpen(false);
              saver.restore(kept);
            }}
          >
            {t('restore')}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
};
