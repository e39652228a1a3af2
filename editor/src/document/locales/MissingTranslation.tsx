// A document that does not exist in the chosen locale: begins a translation, from another locale or from nothing.
import { Button, Group } from '@mantine/core';
import { GlobeIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { DocumentAddress } from '../../api/document.ts';
import { useLocaleName } from '../../api/locales.ts';
import { useSchema } from '../../api/schema.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAction } from '../../ui/useAction.ts';
import { documentRequests } from '../saving/documentRequests.ts';
import { emptyTranslation, type NewTranslation } from '../startOf.ts';

interface Props {
  readonly address: DocumentAddress;
  /** The locales in which the document exists, at least one. */
  readonly sources: readonly string[];
  /** Whether the browser keeps text of the missing locale, which the form offers. */
  readonly hasUnsavedText: boolean;
  readonly onChoose: (translation: NewTranslation) => void;
}

export const MissingTranslation = ({ address, sources, hasUnsavedText, onChoose }: Props) => {
  const t = useTranslations('document.locales');
  const navigate = useNavigate();
  const schema = useSchema();
  const { type, documentId, locale = '' } = address;
  const nameOf = useLocaleName();
  const begin = useAction({
    run: ({ source = '' }: { readonly source: string | undefined; readonly isEmpty: boolean }) =>
      documentRequests({ type, locale: source }, schema, true).read(documentId, {}),
    onSuccess: (version, { isEmpty }) => {
      if (version === undefined) return;
      onChoose(isEmpty ? { ...version, values: emptyTranslation(type, schema, version.values) } : version);
    },
  });
  return (
    <EmptyState
      order={1}
      Icon={GlobeIcon}
      title={t('missingTitle', { locale: nameOf(locale) })}
      text={hasUnsavedText ? `${t('missingText')} ${t('unsavedText')}` : t('missingText')}
      action={
        <Group justify="center">
          {sources.map((source) => (
            <Button key={source} loading={begin.isPending} onClick={() => begin.mutate({ source, isEmpty: false })}>
              {t('copy', { locale: nameOf(source) })}
            </Button>
          ))}
          <Button
            variant="default"
            loading={begin.isPending}
            onClick={() => begin.mutate({ source: sources[0], isEmpty: true })}
          >
            {t('empty')}
          </Button>
          <Button
            variant="subtle"
            onClick={() => void navigate({ to: '.', search: (search) => ({ ...search, locale: sources[0] }) as never })}
          >
            {t('back')}
          </Button>
        </Group>
      }
    />
  );
};
