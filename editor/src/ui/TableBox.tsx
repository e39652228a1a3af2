// The frame of a table: a border, and scrolling to the side where the window is narrow.
import { Table, type TableProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './TableBox.module.css';

interface Props extends TableProps {
  /** What the table lists. */
  readonly label: string;
  readonly children: ReactNode;
}

export const TableBox = ({ label, children, ...props }: Props) => (
  <div className={classes.box} role="region" aria-label={label} tabIndex={0}>
    <Table verticalSpacing="sm" horizontalSpacing="md" {...props}>
      {children}
    </Table>
  </div>
);
