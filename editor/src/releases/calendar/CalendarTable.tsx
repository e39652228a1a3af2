// The calendar as a table of days, in which items can be dragged to other days.
import {
  DndContext,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useFormatter } from 'use-intl';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';
import { CalendarEntry, type EntryProps } from './CalendarEntry.tsx';
import type { CalendarProps } from './calendarItems.ts';
import { dateOf, type Day } from './days.ts';
import classes from './calendar.module.css';

/** How many items a day of a month shows, before it leads to its week. */
const maxItems = 3;

const DraggedEntry = (props: EntryProps) => {
  const { item } = props;
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({
    id: item.id,
    data: { item },
    disabled: !item.isMovable,
  });
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      className={classes.item}
      data-status={item.status}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform) }}
    >
      <CalendarEntry {...props} />
    </li>
  );
};

const DayCell = ({
  date,
  span,
  day,
  today,
  itemsOf,
  zone,
  onChooseDay,
  onShowWeek,
}: CalendarProps & { readonly date: Day }) => {
  const t = useReleaseTexts();
  const format = useFormatter();
  const { setNodeRef, isOver } = useDroppable({ id: date });
  const items = itemsOf(date);
  const visible = span === 'month' && items.length > maxItems ? items.slice(0, maxItems - 1) : items;
  const isOutside = span === 'month' && date.slice(0, 7) !== day.slice(0, 7);
  return (
    <td
      ref={setNodeRef}
      className={classes.day}
      data-past={date < today || undefined}
      data-outside={isOutside || undefined}
      data-over={isOver || undefined}
    >
      <time
        className={classes.date}
        dateTime={date}
        data-today={date === today || undefined}
        aria-current={date === today ? 'date' : undefined}
      >
        <span aria-hidden>{format.dateTime(dateOf(date), { day: 'numeric', timeZone: 'UTC' })}</span>
        <VisuallyHidden>{format.dateTime(dateOf(date), { dateStyle: 'full', timeZone: 'UTC' })}</VisuallyHidden>
      </time>
      {items.length === 0 ? null : (
        <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
          {visible.map((item) => (
            <DraggedEntry key={item.id} {...{ item, zone, onChooseDay }} />
          ))}
          {visible.length === items.length ? null : (
            <li>
              <Button variant="subtle" size="compact-xs" fullWidth onClick={() => onShowWeek(date)}>
                {t('moreItems', { count: items.length - visible.length })}
              </Button>
            </li>
          )}
        </Stack>
      )}
    </td>
  );
};

export const CalendarTable = (props: CalendarProps) => {
  const t = useReleaseTexts();
  const format = useFormatter();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const { span, weeks, itemsOf, onMove } = props;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragEnd={({ active, over }) => {
        const item = weeks
          .flat()
          .flatMap(itemsOf)
          .find(({ id }) => id === active.id);
        if (item !== undefined && over !== null) onMove(item, String(over.id));
      }}
    >
      <table className={classes.table} data-span={span} aria-label={t('calendar')}>
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <Text key={date} component="th" scope="col" size="xs" fw={600} c="dimmed" ta="start" px={8} py={6}>
                {format.dateTime(dateOf(date), { weekday: 'short', timeZone: 'UTC' })}
              </Text>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <DayCell key={date} {...props} date={date} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </DndContext>
  );
};
