// What a calendar shows of releases and schedules.
import { everyLocale, type Release, type ReleaseAction, type ReleaseStatus } from '../../api/releases.ts';
import { documentPath } from '../../schema/paths.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Day, Span } from './days.ts';

export interface CalendarItem {
  readonly id: number;
  readonly name: string;
  /** When it happens, or happened. */
  readonly moment: Date;
  readonly timezone: string;
  /** What the clock of the time zone shows then. */
  readonly localTime: string;
  readonly status: ReleaseStatus;
  /** Of a schedule; undefined: a release. */
  readonly schedule: { readonly type: ReleaseAction; readonly typeName: string } | undefined;
  /** How many documents it has. */
  readonly count: number;
  /** Whether the user may plan another moment. */
  readonly isMovable: boolean;
  /** Its screen; undefined: there is none. */
  readonly path: string | undefined;
  readonly locale: string | undefined;
}

/** What the table and the agenda of the calendar get. */
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

interface Context {
  readonly types: ReadonlyMap<string, ContentType>;
  readonly untitled: string;
  readonly mayMove: (release: Release) => boolean;
  /** The time zone of what was published by hand. */
  readonly zone: string;
}

/** @returns undefined for a release without a moment */
const toItem = (release: Release, { types, untitled, mayMove, zone }: Context): CalendarItem | undefined => {
  const { id, status, releasedAt, scheduledAt, document } = release;
  const at = releasedAt ?? scheduledAt;
  if (at === null) return undefined;
  const { timezone, localTime } = release;
  const common = {
    ...{ id, status, moment: new Date(at), count: release.actions.meta.count },
    ...{ timezone: timezone ?? zone, localTime: localTime ?? '', isMovable: status !== 'done' && mayMove(release) },
  };
  if (release.name !== null)
    return { ...common, name: release.name, schedule: undefined, path: `/releases/${id}`, locale: undefined };
  const type = types.get(document?.contentType ?? '');
  const name = type?.kind === 'singleType' ? type.displayName : (document?.title ?? untitled);
  const locale = document?.locale ?? everyLocale;
  return {
    ...{ ...common, name, locale: locale === everyLocale ? undefined : locale },
    schedule: { type: document?.type ?? 'publish', typeName: type?.displayName ?? '' },
    path: type && document ? documentPath(type, document.entryDocumentId) : undefined,
  };
};

/** @returns the items in the order in which they happen */
export const calendarItems = (releases: readonly Release[], context: Context): readonly CalendarItem[] =>
  releases
    .flatMap((release) => toItem(release, context) ?? [])
    .sort((one, other) => one.moment.getTime() - other.moment.getTime() || one.id - other.id);
