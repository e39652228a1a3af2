// Searches documents to link, or makes one. For a polymorphic relation, the user chooses the type first.
import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ContentType } from '../../schema/types.ts';
import { TargetSearch, type PickerProps } from './TargetSearch.tsx';
import classes from './TargetPicker.module.css';

interface Props extends PickerProps {
  /** At least one. */
  readonly types: readonly ContentType[];
}

export const TargetPicker = ({ types, ...props }: Props) => {
  const t = useTranslations('fields.relation');
  const [uid, setUid] = useState<string>();
  const type = types.find((one) => one.uid === uid) ?? types[0];
  if (type === undefined) return null;
  if (types.length === 1) return <TargetSearch type={type} {...props} />;
  return (
    <Group gap="xs" wrap="nowrap">
      <Select
        className={classes.type ?? ''}
        aria-label={t('type')}
        data={types.map((one) => ({ value: one.uid, label: one.displayName }))}
        value={type.uid}
        allowDeselect={false}
        onChange={(value) => {
          setUid(value ?? undefined);
        }}
      />
      <TargetSearch key={type.uid} type={type} {...props} />
    </Group>
  );
};
