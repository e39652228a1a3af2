// ?preview=…: the token of a link with which one draft can be read. What it says is lib/api/preview's business.
import { invalid, type ApiError } from '../../errors.ts';
import type { Request } from './request.ts';

const given = /(?:^|&)preview(?:=|&|$|\[|%5[Bb])/;

/** Whether the request has the token of a preview link, be it one or not. */
export const isPreview = ({ query }: Pick<Request, 'query'>): boolean => given.test(query);

/** 400: the token of a preview link where it means nothing. */
export const noPreview = (): ApiError =>
  invalid('A preview link reads one draft, and nothing else', { path: 'preview' });
