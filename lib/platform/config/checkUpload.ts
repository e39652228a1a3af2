// Checks that the settings of uploads fit together.
import type { Settings } from './settingsSchema.ts';

/** @throws Error that says what to set */
export const checkUpload = ({ provider, folder, s3 }: Settings['upload']): void => {
  if (provider === 'local' && folder === '')
    throw new Error('upload.folder: write the folder that files are stored in');
  if (provider === 's3' && s3.bucket === '')
    throw new Error('upload.s3.bucket: write the bucket that files are stored in');
  if (!/^(?:[\w-]+\/)*$/.test(s3.prefix))
    throw new Error('upload.s3.prefix: write names that each end with a /, such as "uploads/"');
  if (s3.signedSeconds > 0 && s3.url !== '')
    throw new Error('upload.s3.signedSeconds: addresses under upload.s3.url are not signed: set only one of the two');
};
