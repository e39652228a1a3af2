// A table of what a query reads: loading, failed, empty, or its rows.
import { Skeleton, Table } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorMessage } from './ErrorMessage.tsx';
import { TableBox } from './TableBox.tsx';

interface Column<Row> {
  readonly heading: string;
  /** `end` for numbers and buttons. */
  readonly align?: 'end';
  readonly cell: (row: Row) => ReactNode;
}

/** What the table needs of the result of `useQuery`. */
export interface RowsQuery<Row> {
  readonly data: readonly Row[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface Props<Row> {
  /** What the table lists. */
  readonly label: string;
  readonly query: RowsQuery<Row>;
  readonly rowKey: (row: Row) => Key;
  readonly columns: readonly Column<Row>[];
  /** Shown instead of a table without rows. */
  readonly empty?: ReactNode;
}

const alignment = ({ align }: { readonly align?: 'end' }) => (align === undefined ? {} : { ta: align });

export const ResourceTable = <Row,>({ label, query, rowKey, columns, empty }: Props<Row>) => {
  const t = useTranslations('common');
  const { data, error, refetch } = query;
  if (error !== null && data === undefined) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={160} radius="md" />
      </div>
    );
  return (
    <>
      {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <TableBox label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.heading} {...alignment(column)}>
                  {column.heading}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map((column) => (
                  <Table.Td key={column.heading} {...alignment(column)}>
                    {column.cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableBox>
      )}
    </>
  );
};
