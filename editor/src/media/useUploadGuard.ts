// Asks before the screen is left while files are uploaded.
import { useTranslations } from 'use-intl';
import type { Uploads } from '../api/useUploads.ts';
import { useScreenGuard } from '../ui/useScreenGuard.ts';

/** Uploads go on while another screen of the editor is shown, but nothing says there that one failed. */
export const useUploadGuard = ({ uploads }: Uploads): void => {
  const t = useTranslations('media.leave');
  const isRunning = uploads.some(({ error }) => error === undefined);
  useScreenGuard(isRunning, { title: t('title'), text: t('text') });
};
