// What goes live, by week or by month.
import { TextInput, ActionIcon, Button, Group, SegmentedControl, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormatter, useLocale, useNow } from 'use-intl';
import { calendarQuery, type Release } from '../../api/releases.ts';
import { useMayChangeRelease } from '../../api/mayChangeRelease.ts';
import { useSchema } from '../../api/schema.ts';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { textProps } from '../../ui/inputProps.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { ReleasesFrame } from '../ReleasesFrame.tsx';
import { ownTimezone } from '../timeValues.ts';
import { Agenda } from './Agenda.tsx';
import { calendarItems, type CalendarItem, type CalendarProps } from './calendarItems.ts';
import { CalendarTable } from './CalendarTable.tsx';
import {
  addDays,
  beginningOf,
  dateOf,
  dayOf,
  firstWeekday,
  isDay,
  moveBy,
  weeksOf,
  type Day,
  type Span,
} from './days.ts';
import { useMoves } from './useMoves.ts';
import { Hint } from '../../ui/Hint.tsx';

interface Place {
  readonly span: Span;
  readonly day: Day;
}

/** The address has the span and a day of it. */
const usePlace = (today: Day): readonly [Place, (place: Partial<Place>) => void] => {
  const search: { readonly by?: string; readonly day?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const place: Place = {
    span: search.by === 'week' ? 'week' : 'month',
    day: isDay(search.day) ? search.day : today,
  };
  const show = (change: Partial<Place>): void => {
    const { span, day } = { ...place, ...change };
    const next = { by: span, ...(day === today ? {} : { day }) };
    void navigate({ to: '/releases/calendar', search: next as never, replace: true });
  };
  return [place, show];
};

const Heading = ({ span, day, weeks }: Place & Pick<CalendarProps, 'weeks'>) => {
  const format = useFormatter();
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const [first = day, last = day] = [weeks[0]?.[0], weeks[0]?.at(-1)];
  return (
    <Title order={2} size="h3" aria-live="polite">
      {span === 'month'
        ? format.dateTime(dateOf(day), { month: 'long', year: 'numeric', timeZone: 'UTC' })
        : format.dateTimeRange(dateOf(first), dateOf(last), options)}
    </Title>
  );
};

interface MoveProps {
  readonly item: CalendarItem;
  /** The time zone of the calendar. */
  readonly zone: string;
  readonly today: Day;
  readonly onMove: (item: CalendarItem, day: Day) => void;
  readonly onClose: () => void;
}

/** Moves an item to a day that is chosen, for those who cannot drag it. */
const MoveDialog = ({ item, zone, today, onMove, onClose }: MoveProps) => {
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

const Calendar = () => {
  const t = useReleaseTexts();
  const now = useNow({ updateInterval: 60_000 });
  const isNarrow = useMediaQuery('(max-width: 64em)', undefined, { getInitialValueInEffect: false });
  const first = firstWeekday(useLocale());
  const { types } = useSchema();
  const zone = ownTimezone();
  const today = dayOf(now, zone);
  const [{ span, day }, show] = usePlace(today);
  const [chosen, setChosen] = useState<CalendarItem>();
  const { move, place } = useMoves(zone);
  const mayChange = useMayChangeRelease();
  const mayMove = (release: Release) => mayChange(release, 'update') && mayChange(release, 'publish');
  const weeks = weeksOf(span, day, first);
  const days = weeks.flat();
  const [begin = day, end = day] = [days[0], days.at(-1)];
  const query = useQuery(calendarQuery(beginningOf(begin, zone), beginningOf(addDays(end, 1), zone)));
  const items = calendarItems(query.data ?? [], { types, untitled: t('untitled'), mayMove, zone }).map(place);
  const itemsOf = (one: Day): readonly CalendarItem[] => items.filter(({ moment }) => dayOf(moment, zone) === one);
  const step = (count: number) => () => show({ day: moveBy(span, day, count) });
  const View = isNarrow ? Agenda : CalendarTable;
  return (
    <>
      <Group gap="sm" mb="md">
        <Group gap="xs">
          <Button variant="default" onClick={() => show({ day: today })}>
            {t('today')}
          </Button>
          <ActionIcon variant="default" size="lg" aria-label={t(`previous.${span}`)} onClick={step(-1)}>
            <ChevronLeftIcon />
          </ActionIcon>
          <ActionIcon variant="default" size="lg" aria-label={t(`next.${span}`)} onClick={step(1)}>
            <ChevronRightIcon />
          </ActionIcon>
        </Group>
        <Heading {...{ span, day, weeks }} />
        <SegmentedControl<Span>
          ms="auto"
          aria-label={t('span')}
          data={[
            { value: 'week', label: t('week') },
            { value: 'month', label: t('month') },
          ]}
          value={span}
          onChange={(next) => show({ span: next })}
        />
      </Group>
      <Loaded query={query} height={320}>
        {() => (
          <View
            {...{ span, day, today, weeks, zone, itemsOf }}
            onMove={move}
            onChooseDay={setChosen}
            onShowWeek={(one) => show({ span: 'week', day: one })}
          />
        )}
      </Loaded>
      <Hint mt="sm">{t('timesIn', { zone })}</Hint>
      {chosen === undefined ? null : (
        <MoveDialog {...{ zone, today }} item={chosen} onMove={move} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
};

export const CalendarPage = () => (
  <ReleasesFrame>
    <Calendar />
  </ReleasesFrame>
);
