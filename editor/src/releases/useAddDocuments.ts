// Adds documents to a release, says what became of each, and removes them.
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { addToRelease, releasesKey, removeFromRelease, type NewActions, type Release } from '../api/releases.ts';
import { useAction } from '../ui/useAction.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** A document that was not added, by its place in the list, and why. */
export interface RefusedDocument {
  readonly index: number;
  readonly message: string;
}

/** @returns a function that adds documents, and returns those that were refused. It throws an ApiError if none can be added */
export const useAddDocuments = (): ((
  release: Pick<Release, 'id' | 'name'>,
  actions: NewActions,
) => Promise<readonly RefusedDocument[]>) => {
  const t = useReleaseTexts();
  const client = useQueryClient();
  return async ({ id, name }, actions) => {
    const { data, meta } = await addToRelease(id, actions);
    const { entriesAlreadyInRelease: present, refused = [] } = meta;
    if (refused.length < actions.length)
      notifications.show({
        message: t('addedCount', { added: data.length, present, name: name ?? '' }),
        color: 'green',
      });
    void client.invalidateQueries({ queryKey: releasesKey });
    return refused.map(({ index, status }) => ({
      index,
      message: t(status === 403 ? 'refused.forbidden' : 'refused.missing'),
    }));
  };
};

/** Adds documents to the release that the screen shows, which shows them then. */
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

/** Removes a document, by the id of its action. */
export const useRemoveAction = ({ id, name }: Pick<Release, 'id' | 'name'>) =>
  useAction({
    run: (actionId: number) => removeFromRelease(id, actionId),
    changes: releasesKey,
    message: useReleaseTexts()('removed', { name: name ?? '' }),
  });
