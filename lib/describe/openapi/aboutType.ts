// Declares what the descriptions of all routes of a content type share.
import type { ContentType } from '../../schema/index.ts';

export const isSingle = ({ kind }: ContentType): boolean => kind === 'singleType';

export const about = ({ displayName }: ContentType) => ({ tag: displayName, asks: 'caller' }) as const;
