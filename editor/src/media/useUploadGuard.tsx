// Asks before the screen is left while files are uploaded.
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Uploads } from '../api/useUploads.ts';

/** Uploads go on while another screen of the editor is shown, but nothing says there that one failed. */
export const useUploadGuard = ({ uploads }: Uploads): void => {
  const t = useTranslations('media.leave');
  const isRunning = uploads.some(({ error }) => error === undefined);
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      modals.openConfirmModal({
        title: t('title'),
        children: <Text size="sm">{t('text')}</Text>,
        labels: { confirm: t('confirm'), cancel: t('stay') },
        onConfirm: () => {
          resolve(true);
        },
        // Also after a confirmation, when it changes nothing.
        onClose: () => {
          resolve(false);
        },
      });
    });
  useBlocker({
    disabled: !isRunning,
    enableBeforeUnload: isRunning,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await ask()),
  });
};
