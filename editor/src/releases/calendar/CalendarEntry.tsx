// An item of the calendar: when it happens, what it is, and its state in a word and a color.
import { ActionIcon, Anchor, Box, Group, Text, Tooltip } from '@mantine/core';
import { CalendarIcon, ClockIcon, RocketIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';
import { placeOf, useMomentText } from '../useMomentText.ts';
import type { CalendarItem } from './calendarItems.ts';
import { dayOf } from './days.ts';
import classes from './calendar.module.css';

export interface EntryProps {
  readonly item: CalendarItem;
  /** The time zone of the calendar. */
  readonly zone: string;
  readonly onChooseDay: (item: CalendarItem) => void;
}

/** The time in the zone of the plan, if a clock there shows another one. */
const OwnTime = ({ item: { moment, timezone }, zone }: Pick<EntryProps, 'item' | 'zone'>) => {
  const t = useReleaseTexts();
  const text = useMomentText();
  const isSameDay = dayOf(moment, zone) === dayOf(moment, timezone);
  if (isSameDay && text.time(moment, zone) === text.time(moment, timezone)) return null;
  return (
    <Text component="span" size="xs" c="dimmed">
      {isSameDay
        ? t('zoneTime', { time: text.time(moment, timezone), place: placeOf(timezone) })
        : text.short(moment, timezone)}
    </Text>
  );
};

/** What it is: the number of documents, or the type of the document. */
const Kind = ({ item: { schedule, count, status } }: Pick<EntryProps, 'item'>) => {
  const t = useReleaseTexts();
  if (schedule === undefined) return t('size', { count });
  const { type, typeName } = schedule;
  return type === 'publish' ? typeName : `${typeName} · ${t(status === 'done' ? 'wentOffline' : 'goesOffline')}`;
};

export const CalendarEntry = ({ item, zone, onChooseDay }: EntryProps) => {
  const t = useReleaseTexts();
  const text = useMomentText();
  const { name, path, locale, moment, status, schedule, isMovable } = item;
  const Icon = schedule === undefined ? RocketIcon : ClockIcon;
  return (
    <>
      <Group justify="space-between" gap={0} wrap="nowrap">
        <time className={classes.time} dateTime={moment.toISOString()}>
          {text.time(moment, zone)}
        </time>
        {isMovable ? (
          <Tooltip label={t('move')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('moveNamed', { name })}
              onClick={() => onChooseDay(item)}
            >
              <CalendarIcon size={14} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </Group>
      <div className={classes.name}>
        <Box component="span" flex="none" c="dimmed">
          <Icon size={14} aria-hidden />
        </Box>
        {path === undefined ? (
          <span dir="auto">{name}</span>
        ) : (
          <Anchor
            component={Link}
            to={path}
            search={(locale === undefined ? {} : { locale }) as never}
            draggable={false}
            dir="auto"
            inherit
          >
            {name}
          </Anchor>
        )}
      </div>
      <Text component="span" size="xs" c="dimmed">
        <span className={classes.state}>{t(`states.${status}`)}</span> · <Kind item={item} />
      </Text>
      <OwnTime {...{ item, zone }} />
    </>
  );
};
