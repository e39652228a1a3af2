// A notice that something is done, with a button that takes it back.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { randomId } from './randomId.ts';

/** Long enough to read some lines, or to reach a button. What the button does can be done elsewhere, too. */
export const noticeMs = 15_000;

/** @param action what the button says @param onAction called when it is pressed; the notice then closes */
export const showActionNotice = (message: string, action: string, onAction: () => void): void => {
  const id = randomId();
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
            onAction();
          }}
        >
          {action}
        </Button>
      </Group>
    ),
  });
};
