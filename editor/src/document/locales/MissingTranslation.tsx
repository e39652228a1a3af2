// A document that does not exist in the chosen locale: begins a translation, from another locale or from nothing.
import { Button, Group } from '@mantine/core';
import { GlobeIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { DocumentAddress } from '../../api/document.ts';
import { localesQuery } from '../../api/locales.ts';
import { useSchema } from '../../api/schema.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAction } from '../../ui/useAction.ts';
import { documentRequests } from '../saving/documentRequests.ts';
import { emptyTranslation, type NewTranslation } from './newTranslation.ts';

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
  const { data: locales = [] } = useQuery(localesQuery);
  const read = (source: string) => documentRequests({ type, locale: source }, schema, true).read(documentId, {});
  const copy = useAction({
    run: read,
    onSuccess: (version) => {
      if (version !== undefined) onChoose(version);
    },
  });
  const beginEmpty = useAction({
    run: read,
    onSuccess: (version) => {
      if (version !== undefined) onChoose({ ...version, values: emptyTranslation(type, schema, version.values) });
    },
  });
  const nameOf = (code: string) => locales.find((one) => one.code === code)?.name ?? code;
  return (
    <EmptyState
      order={1}
      Icon={GlobeIcon}
      title={t('missingTitle', { locale: nameOf(locale) })}
      text={hasUnsavedText ? `${t('missingText')} ${t('unsavedText')}` : t('missingText')}
      action={
        <Group justify="center">
          {sources.map((source) => (
            <Button
              key={source}
              loading={copy.isPending}
              onClick={() => {
                copy.mutate(source);
              }}
            >
              {t('copy', { locale: nameOf(source) })}
            </Button>
          ))}
          <Button
            variant="default"
            loading={beginEmpty.isPending}
            onClick={() => {
              beginEmpty.mutate(sources[0] ?? '');
            }}
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
