// Reads which form of source maps a request asks for.
import { invalid } from '../../errors.ts';
import type { Query } from '../../read/query/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Request } from '../http/index.ts';

/** `encoded`: hidden in the texts; `sidecar`: beside clean texts. */
export type SourceMapForm = 'encoded' | 'sidecar';

const encodeHeader = 'strapi-encode-source-maps';
const sidecarHeader = 'lectern-source-maps';

const formOf = ({ headers }: Request): { readonly form: SourceMapForm; readonly path: string } | undefined => {
  const isEncoded = headers[encodeHeader] === 'true';
  const sidecar = headers[sidecarHeader];
  if (sidecar !== undefined && sidecar !== 'sidecar')
    throw invalid(`${sidecarHeader} must be "sidecar"`, { path: sidecarHeader });
  if (isEncoded && sidecar !== undefined)
    throw invalid(`Send either ${encodeHeader} or ${sidecarHeader}`, { path: sidecarHeader });
  if (isEncoded) return { form: 'encoded', path: encodeHeader };
  return sidecar === undefined ? undefined : { form: 'sidecar', path: sidecarHeader };
};

/**
 * @returns undefined without such a header; as in Strapi, only the value `true` of its header has an effect
 * @throws ApiError 400 for a read that is not of drafts, for `view=edit`, for the format of Strapi 4, and on a site without
 *   `preview.url`
 */
export const requestedSourceMaps = (
  request: Request,
  { config }: Pick<Service, 'config'>,
  { status, preview, editView, format, search }: Query,
): SourceMapForm | undefined => {
  const requested = formOf(request);
  if (requested === undefined) return undefined;
  const { form, path } = requested;
  const refuse = (message: string): never => {
    throw invalid(message, { path });
  };
  if (config.preview.url === '') return refuse('This site has no source maps: its configuration needs preview.url');
  if (status !== 'draft' && preview !== true)
    return refuse('Only drafts have source maps: send status=draft or a preview token');
  if (editView === true) return refuse('view=edit has no source maps');
  if (search !== undefined) return refuse('search has no source maps');
  if (format === 'nested') return refuse('The format of Strapi 4 has no source maps');
  return form;
};
