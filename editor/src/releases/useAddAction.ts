// Adds documents to the release that the screen shows, which shows them then.
import { notifications } from '@mantine/notifications';
import type { NewActions, Release } from '../api/releases.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import { useAction } from '../ui/useAction.ts';
import { useAddDocuments } from './useAddDocuments.ts';

export const useAddAction = (release: Pick<Release, 'id' | 'name'>) => {
  const t = useReleaseTexts();
  const addDocuments = useAddDocuments();
  return useAction({
    run: async (actions: NewActions) => {
      const refused = await addDocuments(release, actions);
      if (refused.length === 0) return;
      const reasons = [...new Set(refused.map(({ message }) => message))].join(' ');
      const message = `${t('notAdded', { count: refused.length, name: release.name ?? '' })}. ${reasons}`;
      notifications.show({ message, color: 'red', role: 'alert' });
    },
  });
};
