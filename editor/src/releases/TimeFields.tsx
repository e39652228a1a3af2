// The inputs of a moment: a date, a time and a time zone, with the moment in words.
import { Group, Select, Text, TextInput, type OptionsFilter } from '@mantine/core';
import { useMemo } from 'react';
import { useNow } from 'use-intl';
import { textProps } from '../ui/inputProps.ts';
import { momentIn, timezones, type TimeValues } from './timeValues.ts';
import { useMomentText } from './useMomentText.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** Finds `America/New_York` by both of its names. */
const filterZones: OptionsFilter = ({ options, search }) => {
  const text = search.replaceAll('_', ' ').trim().toLowerCase();
  return options.filter((option) => 'label' in option && option.label.toLowerCase().includes(text));
};

interface Props {
  readonly values: TimeValues;
  readonly onChange: (values: TimeValues) => void;
}

export const TimeFields = ({ values, onChange }: Props) => {
  const t = useReleaseTexts();
  const text = useMomentText();
  const now = useNow({ updateInterval: 10_000 });
  const moment = momentIn(values);
  const isPast = moment !== undefined && moment <= now;
  const zones = useMemo(() => timezones(values.timezone), [values.timezone]);
  const set = (name: 'date' | 'time') => (value: string) => onChange({ ...values, [name]: value });
  return (
    <>
      <Group grow gap="sm" align="flex-start">
        <TextInput
          type="date"
          label={t('date')}
          required
          max="9999-12-31"
          error={isPast ? t('past') : undefined}
          {...textProps(values.date, set('date'))}
        />
        <TextInput type="time" label={t('time')} required {...textProps(values.time, set('time'))} />
      </Group>
      <Select
        label={t('timezone')}
        searchable
        filter={filterZones}
        allowDeselect={false}
        nothingFoundMessage={t('noTimezone')}
        data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        value={values.timezone}
        onChange={(timezone) => {
          if (timezone !== null) onChange({ ...values, timezone });
        }}
      />
      <Text size="sm" role="status" fw={500}>
        {moment === undefined ? t('noMoment') : text.whole(moment, values.timezone)}
      </Text>
    </>
  );
};
