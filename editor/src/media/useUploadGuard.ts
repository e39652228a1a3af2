// Asks before the screen is left while files are uploaded.
import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Uploads } from '../api/useUploads.ts';
import { useAskToLeave } from '../ui/useAskToLeave.tsx';

/** Uploads go on while another screen of the editor is shown, but nothing says there that one failed. */
export const useUploadGuard = ({ uploads }: Uploads): void => {
  const t = useTranslations('media.leave');
  const ask = useAskToLeave();
  const isRunning = uploads.some(({ error }) => error === undefined);
  useBlocker({
    disabled: !isRunning,
    enableBeforeUnload: isRunning,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await ask({ title: t('title'), text: t('text') })),
  });
};
