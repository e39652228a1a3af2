// Moves an item of the calendar to a day that is chosen, for those who cannot drag it.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import type { CalendarItem } from './calendarItems.ts';
import { dayOf, isDay, type Day } from './days.ts';
import { textProps } from '../../ui/inputProps.ts';

interface Props {
  readonly item: CalendarItem;
  /** The time zone of the calendar. */
  readonly zone: string;
  readonly today: Day;
  readonly onMove: (item: CalendarItem, day: Day) => void;
  readonly onClose: () => void;
}

export const MoveDialog = ({ item, zone, today, onMove, onClose }: Props) => {
  const t = useReleaseTexts();
  const before = dayOf(item.moment, zone);
  const [day, setDay] = useState(before);
  const isPast = isDay(day) && day < today;
  return (
    <FormDialog
      title={t('moveTitle', { name: item.name })}
      submitLabel={t('moveButton')}
      disabled={!isDay(day) || isPast || day === before}
      onSubmit={() => {
        onClose();
        onMove(item, day);
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        type="date"
        label={t('moveDate')}
        required
        min={today}
        max="9999-12-31"
        error={isPast ? t('pastDay') : undefined}
        {...textProps(day, setDay)}
      />
    </FormDialog>
  );
};
