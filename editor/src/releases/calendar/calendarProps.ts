// What the table and the agenda of the calendar get.
import type { CalendarItem } from './calendarItems.ts';
import type { Day, Span } from './days.ts';

export interface CalendarProps {
  readonly span: Span;
  /** A day of the week or month that is visible. */
  readonly day: Day;
  readonly today: Day;
  readonly weeks: readonly (readonly Day[])[];
  readonly itemsOf: (day: Day) => readonly CalendarItem[];
  /** The time zone of the days and times. */
  readonly zone: string;
  readonly onMove: (item: CalendarItem, day: Day) => void;
  /** Lets the user choose a day for an item. */
  readonly onChooseDay: (item: CalendarItem) => void;
  readonly onShowWeek: (day: Day) => void;
}
