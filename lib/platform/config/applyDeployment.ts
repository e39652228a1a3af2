// Applies the settings that a deployment sets in the environment.
import type { Config } from './config.ts';

/**
 * If `LECTERN_UPLOADS_BUCKET` is set, files are stored in that bucket, whatever the configuration says;
 * `LECTERN_UPLOADS_PREFIX` and `LECTERN_UPLOADS_URL` belong to it. CloudFront is then in front of the files, and keeps public
 * answers for `LECTERN_EDGE_SECONDS`. If `LECTERN_EDGE_SECRET` is set, each request comes through CloudFront, so at least one
 * proxy is trusted. `LECTERN_EDITOR_URL` is the address of the editor, unless the configuration has one.
 */
export const applyDeployment = <Configured extends Pick<Config, 'edgeSeconds' | 'editor' | 'http' | 'upload'>>(
  settings: Configured,
  env: NodeJS.ProcessEnv,
): Configured => {
  const {
    LECTERN_UPLOADS_BUCKET: bucket = '',
    LECTERN_UPLOADS_PREFIX: prefix = '',
    LECTERN_UPLOADS_URL: url = '',
    LECTERN_EDITOR_URL: editorUrl = '',
    LECTERN_EDGE_SECONDS: edgeSeconds = '',
    LECTERN_EDGE_SECRET: edgeSecret = '',
  } = env;
  const editor = settings.editor.url === '' ? { ...settings.editor, url: editorUrl } : settings.editor;
  const trustedProxies = Math.max(edgeSecret === '' ? 0 : 1, settings.http.trustedProxies);
  const http = { ...settings.http, trustedProxies };
  if (bucket === '') return { ...settings, editor, http };
  const s3 = { ...settings.upload.s3, bucket, prefix, url };
  const edge = Number(edgeSeconds) > 0 ? { edgeSeconds: Number(edgeSeconds) } : {};
  return { ...settings, ...edge, editor, http, upload: { ...settings.upload, provider: 's3', s3 } };
};
