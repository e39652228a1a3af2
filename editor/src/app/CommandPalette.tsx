// The command palette: goes to any screen and any document, makes documents, changes preferences.
import '@mantine/spotlight/styles.layer.css';
import { Box, Group, Text, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { isActionsGroup, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { MoonIcon, PlusIcon, SearchIcon, SunIcon, type Icon } from '@primer/octicons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDocumentSearch } from '../api/documentSearch.ts';
import type { SearchResult } from '../api/documents.ts';
import { useSchema } from '../api/schema.ts';
import { documentPath } from '../schema/paths.ts';
import type { ContentType } from '../schema/types.ts';
import { readExcerpt, type ExcerptPart } from '../ui/readExcerpt.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useErrorText } from '../ui/useErrorText.ts';
import { selectFirstRow, paletteStore } from './palette.ts';
import { paletteRows } from './paletteRows.ts';
import { useDestinations, type Destination } from './destinations.ts';
import { useSchemaIcon } from './useSchemaIcon.ts';
import classes from './CommandPalette.module.css';

/** Shows what was searched in an excerpt. */
const ExcerptText = ({ parts }: { readonly parts: readonly ExcerptPart[] }) =>
  parts.map(({ text, isMarked }, index) =>
    isMarked ? (
      <mark key={index} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );

interface DocumentProps {
  readonly result: SearchResult;
  readonly type: ContentType;
  readonly label: string;
  readonly Icon: Icon;
}

/** A document: its title, its type with an excerpt, and its status unless that is published. */
const PaletteDocument = ({ result: { excerpt, status }, type, label, Icon }: DocumentProps) => {
  const parts = readExcerpt(excerpt);
  const isTitle = parts.map(({ text }) => text).join('') === label;
  return (
    <Group component="span" flex={1} miw={0} gap={0} wrap="nowrap">
      <Box component="span" display="flex" me="md" className={classes.details}>
        <Icon />
      </Box>
      {/* Without a width of its own: the scroll area is at least as wide as the texts of its rows. */}
      <Box component="span" flex={1} w={0}>
        <Text span truncate dir="auto" display="block">
          {isTitle ? <ExcerptText parts={parts} /> : label}
        </Text>
        <Text span size="xs" truncate display="block" className={classes.details}>
          {type.displayName}
          {isTitle || parts.length === 0 ? null : (
            <>
              {' · '}
              <bdi>
                <ExcerptText parts={parts} />
              </bdi>
            </>
          )}
        </Text>
      </Box>
      {status === undefined || status === 'published' ? null : (
        <Box component="span" ms="md">
          <StatusBadge status={status} />
        </Box>
      )}
    </Group>
  );
};

const delay = 200;

export default function CommandPalette() {
  const t = useTranslations('app');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { groups, media, releases, trash, administration, creations } = useDestinations();
  const { types } = useSchema();
  const iconOf = useSchemaIcon(types.values());
  const { locale }: { readonly locale?: string } = useSearch({ strict: false });
  const [query, setQuery] = useState('');
  const text = query.trim();
  const [searched] = useDebouncedValue(text, delay);
  const { results, isFetching, error } = useDocumentSearch(text === '' ? '' : searched, locale);
  const isSearching = isFetching || searched !== text;
  const nothingFound = error === null ? t('nothingFound') : errorText(error);
  useEffect(selectFirstRow, [results]);
  const toAction = ({ to, label, Icon }: Destination): SpotlightActionData => ({
    id: to,
    label,
    leftSection: <Icon />,
    onClick: () => void navigate({ to }),
  });
  const toDocument = (result: SearchResult): readonly SpotlightActionData[] => {
    const type = [...types.values()].find(({ uid }) => uid === result.type);
    if (type === undefined) return [];
    const label = type.kind === 'singleType' ? type.displayName : (result.title ?? t('home.untitled'));
    const found = result.locale === undefined ? {} : { locale: result.locale };
    return [
      {
        id: `${result.type} ${result.documentId}`,
        children: <PaletteDocument {...{ result, type, label }} Icon={iconOf(type)} />,
        onClick: () => void navigate({ to: documentPath(type, result.documentId), search: found as never }),
      },
    ];
  };
  return (
    <Spotlight
      store={paletteStore}
      attributes={{ content: { 'aria-label': t('search') } }}
      shortcut={null}
      lockScroll={false}
      scrollable
      maxHeight="60vh"
      highlightQuery
      query={query}
      onQueryChange={setQuery}
      filter={(text, rows) => paletteRows(text, rows.filter(isActionsGroup), t('documents'))}
      nothingFound={isSearching ? t('searching') : nothingFound}
      searchProps={{ leftSection: <SearchIcon />, placeholder: t('search'), 'aria-label': t('search') }}
      actions={[
        {
          group: t('goTo'),
          actions: [...groups.flatMap((one) => one.types), ...media, ...releases, ...trash, ...administration].map(
            toAction,
          ),
        },
        { group: t('documents'), actions: results.flatMap(toDocument) },
        {
          group: t('create'),
          actions: creations.map((one) => ({ ...toAction(one), leftSection: <PlusIcon /> })),
        },
        {
          group: t('appearance'),
          actions: (['light', 'dark'] as const).map((scheme) => ({
            ...{ id: scheme, label: t(`schemes.${scheme}`) },
            leftSection: scheme === 'light' ? <SunIcon /> : <MoonIcon />,
            onClick: () => setColorScheme(scheme),
          })),
        },
      ]}
    />
  );
}
