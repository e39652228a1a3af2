// The calendar on a narrow screen: the days on which something happens, one below the other.
import { Badge, Box, Group, Title } from '@mantine/core';
import { CalendarIcon } from '@primer/octicons-react';
import { useFormatter } from 'use-intl';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import lists from '../../ui/borderedList.module.css';
import { CalendarEntry } from './CalendarEntry.tsx';
import type { CalendarProps } from './calendarItems.ts';
import { dateOf } from './days.ts';
import classes from './calendar.module.css';

export const Agenda = ({ span, day, today, weeks, itemsOf, zone, onChooseDay }: CalendarProps) => {
  const t = useReleaseTexts();
  const format = useFormatter();
  const isInSpan = (date: string): boolean => span === 'week' || date.slice(0, 7) === day.slice(0, 7);
  const days = weeks.flat().filter((date) => isInSpan(date) && itemsOf(date).length > 0);
  if (days.length === 0) return <EmptyState Icon={CalendarIcon} title={t(`nothing.${span}`)} order={2} />;
  return days.map((date) => (
    <section key={date} aria-label={format.dateTime(dateOf(date), { dateStyle: 'full', timeZone: 'UTC' })}>
      <Title order={3} size="h5" mt="md" mb="xs">
        <Group component="span" gap="xs">
          {format.dateTime(dateOf(date), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })}
          {date === today ? <Badge size="sm">{t('today')}</Badge> : null}
        </Group>
      </Title>
      <ul className={lists.list}>
        {itemsOf(date).map((item) => (
          <Box component="li" px="md" py="sm" key={item.id} className={classes.agendaItem} data-status={item.status}>
            <CalendarEntry {...{ item, zone, onChooseDay }} />
          </Box>
        ))}
      </ul>
    </section>
  ));
};
