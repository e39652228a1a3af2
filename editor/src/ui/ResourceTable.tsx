// A table of what a query reads: loading, failed, empty, or its rows.
import { Table, Anchor, Text } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Loaded, type Loadable } from './Loaded.tsx';
import { TableBox } from './TableBox.tsx';
import { Hint } from './Hint.tsx';

interface Column<Row> {
  readonly heading: string;
  /** `end` for numbers and buttons. */
  readonly align?: 'end';
  readonly cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  /** What the table lists. */
  readonly label: string;
  readonly query: Loadable<readonly Row[]>;
  readonly rowKey: (row: Row) => Key;
  readonly columns: readonly Column<Row>[];
  /** Shown instead of a table without rows. */
  readonly empty?: ReactNode;
}

const alignment = ({ align }: { readonly align?: 'end' }) => (align === undefined ? {} : { ta: align });

export const ResourceTable = <Row,>({ label, query, rowKey, columns, empty }: Props<Row>) => (
  <Loaded query={query}>
    {(rows) =>
      rows.length === 0 && empty !== undefined ? (
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
            {rows.map((row) => (
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
      )
    }
  </Loaded>
);

interface NameProps {
  readonly name: string;
  readonly text: string;
  readonly to?: string;
}

/** A cell with a name, which may be a link, and what is said of it below. */
export const NameCell = ({ name, text, to }: NameProps) => (
  <>
    {to === undefined ? (
      <Text fw={500}>{name}</Text>
    ) : (
      <Anchor component={Link} to={to} fw={500}>
        {name}
      </Anchor>
    )}
    <Hint>{text}</Hint>
  </>
);
