// Whether a login that has begun may still become a session.
import { mayHaveSession } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { sessionsSinceOf } from './storedSessions.ts';

/**
 * Whether the user is blocked, or all their sessions ended, since a login passed its first step: SCIM or an administrator may act
 * before the page takes the next one.
 */
export const isWithdrawn = (
  { config }: Pick<Service, 'config'>,
  { published }: Pick<StoredDocument, 'published'>,
  passedAt: Date,
): boolean =>
  published === undefined ||
  !mayHaveSession(published, config.auth.emailConfirmation) ||
  passedAt < sessionsSinceOf({ published });
