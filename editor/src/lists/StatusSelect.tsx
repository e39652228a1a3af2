// Narrows the list to documents of a status.
import { Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Status } from '../schema/types.ts';
import { statuses } from './listState.ts';
import classes from './lists.module.css';

interface Props {
  readonly status: Status | undefined;
  readonly onChange: (status: Status | undefined) => void;
}

/** The value of the option for all documents. */
const any = '';

export const StatusSelect = ({ status, onChange }: Props) => {
  const t = useTranslations('lists');
  const words = useTranslations('common.status');
  return (
    <Select
      className={classes.select}
      aria-label={t('status')}
      data={[{ value: any, label: t('anyStatus') }, ...statuses.map((value) => ({ value, label: words(value) }))]}
      value={status ?? any}
      onChange={(value) => {
        onChange(statuses.find((one) => one === value));
      }}
      allowDeselect={false}
    />
  );
};
