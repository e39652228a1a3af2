// Makes the Content-Security-Policy of the editor's page.
import { bucketBaseUrl } from '../../platform/bucket/index.ts';
import type { Settings } from '../../platform/config/index.ts';

/** What the editor loads from other origins, in the syntax of the policy. */
export interface EditorSources {
  /** Where pictures, films and sounds are served from; undefined: from the editor's own origin. */
  readonly media: string | undefined;
  /** Where the browser sends large files to; undefined: to the API. */
  readonly bucket: string | undefined;
  /** The site that shows previews. */
  readonly preview: string | undefined;
}

const originOf = (url: string): string => new URL(url).origin;

/** A template may have a placeholder in its host: then every host of the scheme is a source. */
const originOfTemplate = (template: string): string | undefined => {
  const [, scheme = '', host = ''] = /^(https?:)\/\/([^/?#]*)/.exec(template) ?? [];
  if (scheme === '') return undefined;
  return host.includes('{') ? scheme : originOf(`${scheme}//${host}`);
};

/** The sources that the settings name. */
export const editorSources = ({ upload, preview }: Pick<Settings, 'upload' | 'preview'>): EditorSources => {
  const isBucket = upload.provider === 's3';
  return {
    media: isBucket ? originOf(bucketBaseUrl(upload.s3)) : undefined,
    bucket: isBucket ? originOf(bucketBaseUrl({ ...upload.s3, url: '' })) : undefined,
    preview: originOfTemplate(preview.url),
  };
};

const directive = (name: string, ...sources: readonly (string | undefined)[]): string =>
  [name, ...sources.filter((source) => source !== undefined)].join(' ');

/** @returns the value of the header: no inline script, no inline style, no page around it, nothing from elsewhere */
export const contentSecurityPolicy = ({ media, bucket, preview }: EditorSources): string =>
  [
    directive('default-src', "'none'"),
    directive('script-src', "'self'"),
    directive('style-src', "'self'"),
    // `blob:` is a file that is chosen and not yet sent.
    directive('img-src', "'self'", 'data:', 'blob:', media),
    directive('media-src', "'self'", 'blob:', media),
    directive('connect-src', "'self'", bucket),
    directive('font-src', "'self'"),
    directive('frame-src', preview ?? "'none'"),
    directive('base-uri', "'none'"),
    directive('form-action', "'self'"),
    directive('frame-ancestors', "'none'"),
  ].join('; ');
