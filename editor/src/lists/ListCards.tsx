// The documents as cards, for narrow windows; only those in view are on the page.
import { Checkbox, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CellValue } from './CellValue.tsx';
import { DocumentLink } from './DocumentLink.tsx';
import classes from './lists.module.css';
import { PlannedIcon } from './PlannedIcon.tsx';
import type { RowsProps } from './rowsProps.ts';
import { titleOf } from './titleOf.ts';
import { useColumnLabel } from './useColumns.ts';
import { useVirtualRows } from './useVirtualRows.ts';

/** The height of a usual card in pixels; the real one is measured. */
const cardHeight = 104;

const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

export const ListCards = (props: RowsProps) => {
  const { type, columns, picture, documents, selection, state, isOutdated, isLoadingMore } = props;
  const t = useTranslations('lists');
  const labelOf = useColumnLabel();
  const { scroller, virtualizer, handlers } = useVirtualRows({
    ...props,
    ...{ count: documents.length, rowHeight: cardHeight, headerHeight: 0 },
  });
  const [title, ...others] = columns;
  const status = others.find((column) => column.type === 'status');
  return (
    <div ref={scroller} className={`${classes.scroller} ${isOutdated ? classes.outdated : ''}`} {...handlers}>
      <ul
        className={classes.cards}
        style={{ height: virtualizer.getTotalSize() }}
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
              aria-setsize={isLoadingMore ? -1 : documents.length}
              aria-posinset={index + 1}
            >
              <Checkbox
                aria-label={t('select', { title: titleOf(document, title) ?? t('untitled') })}
                checked={selection.state[documentId] === true}
                onChange={() => {
                  selection.toggle(documentId);
                }}
              />
              <div className={classes.cardBody}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <div className={classes.titleCell}>
                    <DocumentLink {...{ type, locale: state.locale, document, title, picture }} />
                    <PlannedIcon documentId={documentId} />
                  </div>
                  {status === undefined ? null : (
                    <div className={classes.cardStatus}>
                      <CellValue column={status} document={document} />
                    </div>
                  )}
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
              </div>
            </li>
          );
        })}
      </ul>
      {isLoadingMore ? (
        <Text p="sm" ta="center" size="sm" c="dimmed">
          {t('loadingMore')}
        </Text>
      ) : null}
    </div>
  );
};
