// Says that something was deleted, and offers to restore it.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import { useTrash } from '../api/trash.ts';
import { randomId } from '../ui/randomId.ts';
import { useRestore, type RestoreTarget } from './useRestore.tsx';

/** Long enough to read it and to reach the button; afterwards, the trash still has what was deleted. */
const noticeMs = 15_000;

/** @returns a function that shows `message`, with a button that restores `targets`, which are of one type */
export const useDeletedNotice = (): ((message: string, targets: readonly RestoreTarget[]) => void) => {
  const t = useTranslations('trash');
  const { mayRestore } = useTrash();
  const restore = useRestore();
  return (message, targets) => {
    const id = randomId();
    const [first] = targets;
    if (first === undefined || !mayRestore(first.uid)) {
      notifications.show({ message, color: 'green' });
      return;
    }
    notifications.show({
      ...{ id, color: 'green', autoClose: noticeMs },
      message: (
        <Group justify="space-between" gap="xs">
          <Text size="sm">{message}</Text>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              notifications.hide(id);
              void restore(targets);
            }}
          >
            {t('restore')}
          </Button>
        </Group>
      ),
    });
  };
};
