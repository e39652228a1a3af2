// Moves releases and schedules to other days, and takes that back.
import { notifications } from '@mantine/notifications';
import { useNow } from 'use-intl';
import { releasesKey, updateRelease } from '../../api/releases.ts';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';
import { showActionNotice } from '../../ui/showActionNotice.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useMomentText } from '../useMomentText.ts';
import type { CalendarItem } from './calendarItems.ts';
import { dayOf, planOn, type Day } from './days.ts';

interface Move {
  readonly item: CalendarItem;
  /** The new moment, and what the request says of it. */
  readonly moment: Date;
  readonly scheduledAt: string;
  readonly isUndo?: boolean;
}

export interface Moves {
  readonly move: (item: CalendarItem, day: Day) => void;
  /** Shows an item where it is being moved, before the API has answered. */
  readonly place: (item: CalendarItem) => CalendarItem;
}

/** @param zone the time zone of the calendar */
export const useMoves = (zone: string): Moves => {
  const t = useReleaseTexts();
  const text = useMomentText();
  const now = useNow();
  const action = useAction<Move>({
    run: ({ item: { id, timezone }, scheduledAt }) => updateRelease(id, { scheduledAt, timezone }),
    changes: releasesKey,
    onSuccess: (_, { item, moment, isUndo }) => {
      const said = { name: item.name, moment: text.short(moment, item.timezone) };
      if (isUndo === true) {
        notifications.show({ message: t('movedBack', said), color: 'green' });
        return;
      }
      showActionNotice(t('moved', said), t('undo'), () => {
        // The moment, because the same time may come twice on a day when the clocks are set back.
        const scheduledAt = item.moment.toISOString();
        action.mutate({ item, moment: item.moment, scheduledAt, isUndo: true });
      });
    },
  });
  return {
    move: (item, day) => {
      const isMoving = action.isPending && action.variables.item.id === item.id;
      if (isMoving || day === dayOf(item.moment, zone)) return;
      const { localTime, timezone } = item;
      const plan = planOn({ scheduledAt: item.moment.toISOString(), timezone, localTime }, day, zone);
      const moment = new Date(plan.scheduledAt);
      if (moment <= now) {
        const message = t(day < dayOf(now, zone) ? 'pastDay' : 'past');
        notifications.show({ color: 'red', message, role: 'alert' });
        return;
      }
      action.mutate({ item, moment, scheduledAt: plan.localTime });
    },
    place: (item) =>
      action.isPending && action.variables.item.id === item.id ? { ...item, moment: action.variables.moment } : item,
  };
};
