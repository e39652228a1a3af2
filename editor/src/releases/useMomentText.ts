// Says a moment with its time zone, and what happens then.
import { useFormatter, useNow } from 'use-intl';
import type { DocumentRelease } from '../api/releases.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** @returns `Berlin` of `Europe/Berlin` */
export const placeOf = (timezone: string): string => timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** @returns `UTC+2` */
const offsetAt = (moment: Date, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset.replace('GMT', 'UTC');
};

interface MomentText {
  /** `10:00` */
  readonly time: (moment: Date, timezone: string) => string;
  /** `July 1` */
  readonly day: (moment: Date, timezone: string) => string;
  /** `July 1, 10:00 (Berlin)` */
  readonly short: (moment: Date, timezone: string) => string;
  /** `10:00 in Berlin (Europe/Berlin, UTC+2) — 08:00 UTC` */
  readonly whole: (moment: Date, timezone: string) => string;
}

export const useMomentText = (): MomentText => {
  const t = useReleaseTexts();
  const format = useFormatter();
  const now = useNow();
  const time = (moment: Date, timeZone: string): string =>
    format.dateTime(moment, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const day = (moment: Date, timeZone: string): string => {
    const isThisYear = moment.getFullYear() === now.getFullYear();
    return format.dateTime(moment, {
      day: 'numeric',
      month: 'long',
      ...(isThisYear ? {} : { year: 'numeric' }),
      timeZone,
    });
  };
  return {
    ...{ time, day },
    short: (moment, timezone) =>
      t('moment', { day: day(moment, timezone), time: time(moment, timezone), place: placeOf(timezone) }),
    whole: (moment, timezone) => {
      const local = time(moment, timezone);
      if (timezone === 'UTC') return t('wholeMomentUtc', { time: local });
      const otherDay = day(moment, timezone) === day(moment, 'UTC') ? '' : `${day(moment, 'UTC')}, `;
      const utc = otherDay + time(moment, 'UTC');
      return t('wholeMoment', {
        ...{ time: local, place: placeOf(timezone), timezone, utc },
        offset: offsetAt(moment, timezone),
      });
    },
  };
};

/** @returns a function that says what a release does to a document: `Goes live July 1, 10:00 (Berlin) · Spring` */
export const usePlanText = (): ((
  plan: Pick<DocumentRelease, 'name' | 'type' | 'scheduledAt' | 'timezone'>,
  isBlocked: boolean,
) => string) => {
  const t = useReleaseTexts();
  const text = useMomentText();
  return ({ name, type, scheduledAt, timezone }, isBlocked) => {
    if (scheduledAt === null || timezone === null)
      return t(`plan.${type}.${isBlocked ? 'stopped' : 'unplanned'}`, { name: name ?? '' });
    const moment = text.short(new Date(scheduledAt), timezone);
    const deed = t(`plan.${type}.${isBlocked ? 'blocked' : 'planned'}`, { moment });
    return name === null ? deed : `${deed} · ${name}`;
  };
};
