// Recognizes requests with a preview token (`?preview=…`). `lib/api/preview` verifies it.
import { invalid, type ApiError } from '../../errors.ts';
import type { Request } from './request.ts';

const previewParameter = /(?:^|&)preview(?:=|&|$|\[|%5[Bb])/;

/** Whether the request has a preview token, valid or not. */
export const hasPreviewToken = ({ query }: Pick<Request, 'query'>): boolean => previewParameter.test(query);

/** 400: a preview token on a request that does not accept one. */
export const previewNotAllowed = (): ApiError =>
  invalid('A preview link reads one draft, and nothing else', { path: 'preview' });
