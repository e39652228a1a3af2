// What all routes of a content type say alike.
import type { ContentType, JsonObject } from '../schema/index.ts';
import { exampleOf } from './examples.ts';
import * as parameters from './parameters.ts';
import type { Context } from './types.ts';
import { closed } from './words.ts';

const tagOf = ({ displayName }: ContentType): string => displayName;

export const isSingle = ({ kind }: ContentType): boolean => kind === 'singleType';

export const about = (type: ContentType) => ({ tag: tagOf(type), asks: 'caller' }) as const;

export const documentIdOf = (context: Context, type: ContentType): readonly JsonObject[] =>
  isSingle(type) ? [] : [parameters.documentIdLike(exampleOf(context, type).documentId)];

/** Of a draft, how it stands to what is published. */
export const standing = closed({ status: { type: 'string', enum: ['draft', 'modified', 'published'] } });
