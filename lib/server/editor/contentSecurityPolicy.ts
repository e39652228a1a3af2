// Makes the Content-Security-Policy of the editor's page.
import { bucketBaseUrl } from '../../platform/bucket/index.ts';
import type { Settings } from '../../platform/config/index.ts';

/** What the editor loads from other origins, in the syntax of the policy. */
export interface EditorSources {
  /** Where pictures, films and sounds are served from, besides the editor's own origin. */
  readonly media: readonly string[];
  /** Where the browser sends large files to, besides the API. */
  readonly buckets: readonly string[];
  /** The sites that show previews. */
  readonly previews: readonly string[];
}

const originOf = (url: string): string => new URL(url).origin;

/** The sites of `preview.url`. It may have a placeholder in its host: then every host of the scheme is a source. */
export const previewSources = (template: string): readonly string[] => {
  const [, scheme = '', host = ''] = /^(https?:)\/\/([^/?#]*)/.exec(template) ?? [];
  if (scheme === '') return [];
  return [host.includes('{') ? scheme : originOf(`${scheme}//${host}`)];
};

/**
 * The sources that the settings name.
 *
 * @param region of the environment: Lectern sends browsers to the bucket's host in its region
 */
export const editorSources = (
  { upload, preview }: Pick<Settings, 'upload' | 'preview'>,
  region: string,
): EditorSources => {
  const previews = previewSources(preview.url);
  if (upload.provider !== 's3') return { media: [], buckets: [], previews };
  const { s3 } = upload;
  const regional = { ...s3, region: s3.region === '' ? region : s3.region };
  return {
    // Signed addresses have the region.
    media: [...new Set([s3, regional].map((one) => originOf(bucketBaseUrl(one))))],
    buckets: [originOf(bucketBaseUrl({ ...regional, url: '' }))],
    previews,
  };
};

const directive = (name: string, ...sources: readonly string[]): string => [name, ...sources].join(' ');

/** @returns the value of the header: no inline script, no inline style, no page around it, nothing from elsewhere */
export const contentSecurityPolicy = ({ media, buckets, previews }: EditorSources): string =>
  [
    directive('default-src', "'none'"),
    directive('script-src', "'self'"),
    directive('style-src', "'self'"),
    // `blob:` is a file that is chosen and not yet sent.
    directive('img-src', "'self'", 'data:', 'blob:', ...media),
    directive('media-src', "'self'", 'blob:', ...media),
    directive('connect-src', "'self'", ...buckets),
    directive('font-src', "'self'"),
    directive('frame-src', ...(previews.length === 0 ? ["'none'"] : previews)),
    directive('base-uri', "'none'"),
    directive('form-action', "'self'"),
    directive('frame-ancestors', "'none'"),
  ].join('; ');
