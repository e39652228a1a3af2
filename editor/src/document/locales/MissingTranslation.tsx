// A document that does not exist in the chosen locale: begins a translation, from another locale or from nothing.
import { Button, Group } from '@mantine/core';
import { GlobeIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { findLocales, type DocumentAddress } from '../../api/document.ts';
import { localesQuery } from '../../api/locales.ts';
import { useSchema } from '../../api/schema.ts';
import { newDocument } from '../../form/index.ts';
import type { FormValues } from '../../form/types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { NotFound } from '../../ui/NotFound.tsx';
import { useAction } from '../../ui/useAction.ts';
import { LoadingDocument } from '../LoadingDocument.tsx';
import { documentRequests } from '../saving/documentRequests.ts';

interface Props {
  readonly address: DocumentAddress;
  /** Called with the first values of the translation. */
  readonly onChoose: (values: FormValues) => void;
}

export const MissingTranslation = ({ address, onChoose }: Props) => {
  const t = useTranslations('document.locales');
  const navigate = useNavigate();
  const schema = useSchema();
  const { type, documentId, locale = '' } = address;
  const { data: locales = [] } = useQuery(localesQuery);
  const { data: sources, error } = useQuery({
    queryKey: ['document-locales', type.uid, documentId],
    queryFn: () => findLocales(address),
    gcTime: 0,
  });
  const copy = useAction({
    run: (source: string) => documentRequests({ type, locale: source }, schema, true).read(documentId, {}),
    onSuccess: (version) => {
      if (version !== undefined) onChoose(version.values);
    },
  });
  if (error !== null) return <ErrorMessage error={error} />;
  if (sources === undefined) return <LoadingDocument />;
  if (sources.length === 0) return <NotFound />;
  const nameOf = (code: string) => locales.find((one) => one.code === code)?.name ?? code;
  return (
    <EmptyState
      order={1}
      Icon={GlobeIcon}
      title={t('missingTitle', { locale: nameOf(locale) })}
      text={t('missingText')}
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
            onClick={() => {
              onChoose(newDocument(schema, type.attributes));
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
