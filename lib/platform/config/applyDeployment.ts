// Applies the settings that a deployment sets in the environment.
import type { Config } from './config.ts';

/**
 * If `LECTERN_UPLOADS_BUCKET` is set, files are stored in that bucket, whatever the configuration says;
 * `LECTERN_UPLOADS_PREFIX` and `LECTERN_UPLOADS_URL` belong to it. CloudFront is then in front of the files and the API,
 * so at least one proxy is trusted: otherwise all callers would have the same address, and keeps public answers for
 * `LECTERN_EDGE_SECONDS`. `LECTERN_EDITOR_URL` is the address of
 * the editor, unless the configuration has one.
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
  } = env;
  const editor = settings.editor.url === '' ? { ...settings.editor, url: editorUrl } : settings.editor;
  if (bucket === '') return { ...settings, editor };
  const s3 = { ...settings.upload.s3, bucket, prefix, url };
  const http = { ...settings.http, trustedProxies: Math.max(1, settings.http.trustedProxies) };
  const edge = Number(edgeSeconds) > 0 ? { edgeSeconds: Number(edgeSeconds) } : {};
  return { ...settings, ...edge, editor, http, upload: { ...settings.upload, provider: 's3', s3 } };
};
