// A row of the table. A click anywhere opens the document; the keyboard uses the link.
import { Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ListedDocument } from '../api/documents.ts';
import type { Column } from '../schema/columns.ts';
import type { ContentType } from '../schema/types.ts';
import { CellValue } from './CellValue.tsx';
import { DocumentLink } from './DocumentLink.tsx';
import classes from './lists.module.css';
import { titleOf } from './titleOf.ts';

interface Props {
  readonly index: number;
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly columns: readonly Column[];
  readonly picture: Column | undefined;
  readonly document: ListedDocument;
  readonly isSelected: boolean;
  readonly onToggle: (documentId: string) => void;
}

export const TableRow = memo(({ index, type, locale, columns, picture, document, isSelected, onToggle }: Props) => {
  const t = useTranslations('lists');
  const navigate = useNavigate();
  const [title, ...others] = columns;
  const { documentId } = document;
  const open = ({ target, defaultPrevented }: MouseEvent) => {
    if (defaultPrevented || (target instanceof Element && target.closest('a, input, label') !== null)) return;
    // Text that is being selected is not a click.
    if (getSelection()?.type === 'Range') return;
    const search = locale === undefined ? {} : { locale };
    void navigate({ to: '/content/$type/$documentId', params: { type: type.name, documentId }, search });
  };
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      onClick={open}
    >
      <td>
        <Checkbox
          size="xs"
          aria-label={t('select', { title: titleOf(document, title) ?? t('untitled') })}
          checked={isSelected}
          onChange={() => {
            onToggle(documentId);
          }}
        />
      </td>
      <th scope="row">
        <DocumentLink {...{ type, locale, document, title, picture }} />
      </th>
      {others.map((column) => (
        <td key={column.name}>
          <CellValue column={column} document={document} />
        </td>
      ))}
    </tr>
  );
});
TableRow.displayName = 'TableRow';
