// Declares what the descriptions of all routes of a content type share.
import type { ContentType } from '../../schema/index.ts';

export const isSingleType = ({ kind }: ContentType): boolean => kind === 'singleType';

export const typeDescription = ({ displayName }: ContentType) => ({ tag: displayName, credentials: 'caller' }) as const;
