// The name of the type, how many documents the list has, and the button for a new one.
import { Group, Title, Text, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { documentCountQuery, type QueryParameters } from '../api/documents.ts';
import { useMay } from '../permissions/useMay.ts';
import type { ContentType } from '../schema/types.ts';
import type { ListState } from './listState.ts';
import { LocaleSelect } from './LocaleSelect.tsx';
import { NewDocumentButton } from './NewDocumentButton.tsx';

interface Props {
  readonly type: ContentType;
  readonly query: QueryParameters;
  readonly state: ListState;
  readonly change: (part: Partial<ListState>) => void;
  readonly isNarrow: boolean;
}

export const ListHeader = ({ type, query, state, change, isNarrow }: Props) => {
  const t = useTranslations('lists');
  useDocumentTitle(`${type.displayName} · Lectern`);
  const may = useMay();
  const { data: count } = useQuery(documentCountQuery(type.uid, type.name, query));
  return (
    <Group justify="space-between" mb="sm" wrap="nowrap" align="center">
      <div>
        <Title order={1} size="h2">
          {type.displayName}
        </Title>
        <Text size="sm" c="dimmed" aria-live="polite" mih="1.55em">
          {count === undefined ? <VisuallyHidden>…</VisuallyHidden> : t('count', { count })}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        {type.localized ? (
          <LocaleSelect
            locale={state.locale}
            onChange={(locale) => {
              change({ locale });
            }}
          />
        ) : null}
        {may('create', type.uid) ? (
          <NewDocumentButton type={type} locale={state.locale} icon={isNarrow ? undefined : <PlusIcon />}>
            {t('create')}
          </NewDocumentButton>
        ) : null}
      </Group>
    </Group>
  );
};
