// The frame of a table: a border, and scrolling to the side where the window is narrow.
import { Paper, Table, type TableProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props extends TableProps {
  /** What the table lists. */
  readonly label: string;
  readonly children: ReactNode;
}

export const TableBox = ({ label, children, ...props }: Props) => (
  <Paper withBorder style={{ overflowX: 'auto' }} role="region" aria-label={label} tabIndex={0}>
    <Table verticalSpacing="sm" horizontalSpacing="md" {...props}>
      {children}
    </Table>
  </Paper>
);
