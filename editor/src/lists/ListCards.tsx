// The documents as cards, for narrow windows; only those in view are on the page.
import { Box, Checkbox, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CellValue } from './CellValue.tsx';
import { DocumentLink } from './DocumentLink.tsx';
import classes from './lists.module.css';
import { titleOf } from './titleOf.ts';
import { useColumnLabel } from './useColumns.ts';
import { useList } from './useList.ts';
import { useVirtualRows } from './useVirtualRows.ts';

/** The height of a usual card in pixels; the real one is measured. */
const cardHeight = 104;

const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

export const ListCards = () => {
  const { choice, selection, pages } = useList();
  const { documents, isPlaceholderData: isOutdated, hasNextPage } = pages;
  const t = useTranslations('lists');
  const labelOf = useColumnLabel();
  const { scrollerProps, virtualizer } = useVirtualRows(cardHeight, 0);
  const [title, ...others] = choice.columns;
  const status = others.find((column) => column.type === 'status');
  return (
    <div {...scrollerProps}>
      <Box
        component="ul"
        {...{ pos: 'relative', m: 0, p: 0, h: virtualizer.getTotalSize() }}
        aria-label={t('title')}
        aria-busy={isOutdated}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const document = documents[index];
          if (document === undefined) return null;
          const { documentId, values } = document;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              className={classes.card}
              style={{ transform: `translateY(${start}px)` }}
              data-index={index}
              data-selected={selection.state[documentId]}
              aria-setsize={hasNextPage ? -1 : documents.length}
              aria-posinset={index + 1}
            >
              <Checkbox
                aria-label={t('select', { title: titleOf(document, title) ?? t('untitled') })}
                checked={selection.state[documentId] === true}
                onChange={() => selection.toggle(documentId)}
              />
              <Box miw={0}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <DocumentLink document={document} />
                  {status === undefined ? null : <CellValue column={status} document={document} />}
                </Group>
                <dl className={classes.cardValues}>
                  {others
                    .filter((column) => column !== status && hasValue(values[column.name]))
                    .map((column) => [
                      <dt key={`${column.name}-name`}>{labelOf(column)}</dt>,
                      <dd key={column.name}>
                        <CellValue column={column} document={document} />
                      </dd>,
                    ])}
                </dl>
              </Box>
            </li>
          );
        })}
      </Box>
      {hasNextPage ? (
        <Text p="sm" ta="center" size="sm" c="dimmed">
          {t('loadingMore')}
        </Text>
      ) : null}
    </div>
  );
};
