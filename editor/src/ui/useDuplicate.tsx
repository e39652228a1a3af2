// Opens a copy of a document as a new one, after the question whether its other locales are copied too.
import { Checkbox, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { findLocales } from '../api/document.ts';
import { newDocumentId } from '../api/newDocumentId.ts';
import { useMay } from '../api/editor.ts';
import { useLocaleName, useLocales } from '../api/locales.ts';
import type { ContentType } from '../schema/types.ts';
import { useAction } from './useAction.ts';
import { FormDialog } from './FormDialog.tsx';
import { checkedProps } from './inputProps.ts';

interface DialogProps {
  /** The names of the other locales. */
  readonly locales: readonly string[];
  readonly onConfirm: (withLocales: boolean) => void;
  readonly onClose: () => void;
}

const DuplicateDialog = ({ locales, onConfirm, onClose }: DialogProps) => {
  const t = useTranslations('common.duplicate');
  const format = useFormatter();
  const [withLocales, setWithLocales] = useState(true);
  return (
    <FormDialog title={t('title')} submitLabel={t('confirm')} onSubmit={() => onConfirm(withLocales)} onClose={onClose}>
      <Text size="sm">{t('text')}</Text>
      <Checkbox
        label={t('locales', { locales: format.list(locales) })}
        data-autofocus
        {...checkedProps(withLocales, setWithLocales)}
      />
    </FormDialog>
  );
};

interface Duplication {
  readonly mayDuplicate: boolean;
  readonly duplicate: (documentId: string) => void;
  /** The question, until it is answered. */
  readonly dialog: ReactNode;
}

/** @param locale that is copied; undefined: the default one */
export const useDuplicate = (type: ContentType, locale: string | undefined): Duplication => {
  const may = useMay();
  const navigate = useNavigate();
  const known = useLocales();
  const nameOf = useLocaleName();
  const [question, setQuestion] = useState<{ readonly documentId: string; readonly others: readonly string[] }>();
  const open = (copyOf: string, others: readonly string[]) =>
    void navigate({
      ...{ to: '/content/$type/$documentId', params: { type: type.name, documentId: newDocumentId } },
      search: {
        copyOf,
        copyLocales: others.length === 0 ? undefined : others.join(','),
        ...(locale === undefined ? {} : { locale }),
      },
    });
  const start = useAction({
    // Who may not change documents cannot add locales to them.
    run: async (documentId: string) =>
      type.localized && may('update', type.uid) ? findLocales({ type, documentId }) : [],
    onSuccess: (found, documentId) => {
      const current = locale ?? known.find(({ isDefault }) => isDefault)?.code;
      const others = found.filter((one) => one !== current);
      if (others.length === 0) open(documentId, others);
      else setQuestion({ documentId, others });
    },
  });
  return {
    mayDuplicate: type.kind === 'collectionType' && may('create', type.uid),
    duplicate: start.mutate,
    dialog:
      question === undefined ? null : (
        <DuplicateDialog
          locales={question.others.map(nameOf)}
          onConfirm={(withLocales) => {
            setQuestion(undefined);
            open(question.documentId, withLocales ? question.others : []);
          }}
          onClose={() => setQuestion(undefined)}
        />
      ),
  };
};
