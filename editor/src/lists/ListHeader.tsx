// The name of the type, how many documents the list has, its locale, and the button for a new one.
import { Button, Group, Title, Text, VisuallyHidden, Select } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { documentCountQuery, type QueryParameters } from '../api/documents.ts';
import { useMay } from '../api/editor.ts';
import { TrashLink } from '../trash/TrashLink.tsx';
import type { ContentType } from '../schema/types.ts';
import type { ListState, Sort } from './listState.ts';
import { NewDocumentButton } from './NewDocumentButton.tsx';
import { useLocales } from '../api/locales.ts';
import classes from './lists.module.css';

interface LocaleSelectProps {
  /** Undefined: the default locale. */
  readonly locale: string | undefined;
  readonly onChange: (locale: string | undefined) => void;
}

const LocaleSelect = ({ locale, onChange }: LocaleSelectProps) => {
  const t = useTranslations('lists');
  const locales = useLocales();
  if (locales.length < 2) return null;
  const standard = locales.find(({ isDefault }) => isDefault)?.code;
  return (
    <Select
      aria-label={t('locale')}
      data={locales.map(({ code, name }) => ({ value: code, label: name ?? code }))}
      value={locale ?? standard ?? null}
      onChange={(code) => {
        onChange(code === null || code === standard ? undefined : code);
      }}
      allowDeselect={false}
      className={classes.locale}
    />
  );
};

interface Props {
  readonly type: ContentType;
  readonly query: QueryParameters;
  readonly state: ListState;
  /** Undefined: the best matches come first. */
  readonly sort: Sort | undefined;
  /** Whether a search can rank what it finds. */
  readonly byWords: boolean;
  readonly change: (part: Partial<ListState>) => void;
  readonly isNarrow: boolean;
}

export const ListHeader = ({ type, query, state, sort, byWords, change, isNarrow }: Props) => {
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
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => {
                change({ sort: undefined });
              }}
            >
              {t('bestFirst')}
            </Button>
          ) : null}
        </Group>
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
