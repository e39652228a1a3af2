// Compresses long answers beside content: the content types of a site become a tenth.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Request } from './request.ts';

/** Shorter ones fit into one packet. */
const minLength = 1_400;

const takesGzip = (header = ''): boolean => /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(header);

/** @returns the result as it is if it is short, or the client does not take gzip */
export const compress = async (
  request: Request,
  result: APIGatewayProxyStructuredResultV2,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const { body = '', headers = {} } = result;
  if (body.length < minLength) return result;
  const varying = { ...headers, vary: `${String(headers.vary)}, Accept-Encoding` };
  if (!takesGzip(request.headers['accept-encoding'])) return { ...result, headers: varying };
  const compressed = await promisify(gzip)(body);
  return {
    ...result,
    headers: { ...varying, 'content-encoding': 'gzip' },
    body: compressed.toString('base64'),
    isBase64Encoded: true,
  };
};
