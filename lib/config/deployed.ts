// What a deployment says of itself in the environment: where its media are, which it made.
import type { Settings } from './definition.ts';

/**
 * `LECTERN_UPLOADS_BUCKET`, and with it `LECTERN_UPLOADS_PREFIX` and `LECTERN_UPLOADS_URL`: files are stored in that
 * bucket, whatever is configured.
 */
export const deployed = <Whole extends Pick<Settings, 'upload'>>(settings: Whole, env: NodeJS.ProcessEnv): Whole => {
  const {
    LECTERN_UPLOADS_BUCKET: bucket = '',
    LECTERN_UPLOADS_PREFIX: prefix = '',
    LECTERN_UPLOADS_URL: url = '',
  } = env;
  if (bucket === '') return settings;
  const s3 = { ...settings.upload.s3, bucket, prefix, url };
  return { ...settings, upload: { ...settings.upload, provider: 's3', s3 } };
};
