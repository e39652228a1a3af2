// What a deployment says of itself in the environment.
import type { Settings } from './definition.ts';

/**
 * `LECTERN_UPLOADS_BUCKET`, and with it `LECTERN_UPLOADS_PREFIX` and `LECTERN_UPLOADS_URL`: files are stored in that
 * bucket, whatever is configured. They and the API are behind CloudFront: at least that proxy is believed, or all callers
 * would have one address.
 */
export const deployed = <Whole extends Pick<Settings, 'http' | 'upload'>>(
  settings: Whole,
  env: NodeJS.ProcessEnv,
): Whole => {
  const {
    LECTERN_UPLOADS_BUCKET: bucket = '',
    LECTERN_UPLOADS_PREFIX: prefix = '',
    LECTERN_UPLOADS_URL: url = '',
  } = env;
  if (bucket === '') return settings;
  const s3 = { ...settings.upload.s3, bucket, prefix, url };
  const http = { ...settings.http, trustedProxies: Math.max(1, settings.http.trustedProxies) };
  return { ...settings, http, upload: { ...settings.upload, provider: 's3', s3 } };
};
