// The name of the type, how many documents the list has, its locale, and the button for a new one.
import { Button, Group, Title, Text, VisuallyHidden, Select } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { documentCountQuery } from '../api/documents.ts';
import { useMay } from '../api/editor.ts';
import { TrashLink } from '../trash/TrashLink.tsx';
import { NewDocumentButton } from './NewDocumentButton.tsx';
import { useLocales } from '../api/locales.ts';
import { useList } from './useList.ts';

const LocaleSelect = () => {
  const { type, state, change } = useList();
  const t = useTranslations('lists');
  const locales = useLocales();
  if (!type.localized || locales.length < 2) return null;
  const standard = locales.find(({ isDefault }) => isDefault)?.code;
  return (
    <Select
      aria-label={t('locale')}
      data={locales.map(({ code, name }) => ({ value: code, label: name ?? code }))}
      value={state.locale ?? standard ?? null}
      onChange={(code) => change({ locale: code === null || code === standard ? undefined : code })}
      allowDeselect={false}
      w="9.5rem"
    />
  );
};

export const ListHeader = () => {
  const { type, query, state, sort, byWords, change, isNarrow } = useList();
  const t = useTranslations('lists');
  useDocumentTitle(`${type.plural} · Lectern`);
  const may = useMay();
  const { data: count } = useQuery(documentCountQuery(type, query));
  return (
    <Group justify="space-between" mb="sm" wrap={isNarrow ? 'wrap' : 'nowrap'} align="center">
      <div>
        <Title order={1} size="h2">
          {type.plural}
        </Title>
        <Group gap="xs">
          <Text size="sm" c="dimmed" aria-live="polite" mih="1.55em">
            {count === undefined ? (
              <VisuallyHidden>…</VisuallyHidden>
            ) : (
              t(sort === undefined && count > 1 ? 'rankedCount' : 'count', { count })
            )}
          </Text>
          {byWords && state.q !== '' && sort !== undefined ? (
            <Button variant="subtle" size="compact-xs" onClick={() => change({ sort: undefined })}>
              {t('bestFirst')}
            </Button>
          ) : null}
        </Group>
      </div>
      <Group gap="xs" wrap="nowrap">
        <LocaleSelect />
        <TrashLink uid={type.uid} isCompact={isNarrow} />
        {may('create', type.uid) ? (
          <NewDocumentButton type={type} locale={state.locale} icon={isNarrow ? undefined : <PlusIcon />}>
            {t('create')}
          </NewDocumentButton>
        ) : null}
      </Group>
    </Group>
  );
};
