// Sessions: started, refreshed, listed and ended.
export { checkAuth, requireSameOrigin } from './checkAuth.ts';
export { deviceNameOf, readDeviceId } from './device.ts';
export { cookieHeader, tokenInCookie, usesStrictCookie } from './refreshCookie.ts';
export { createSession, exchangeToken, parseToken, sessionIdOf, type Login } from './refreshTokens.ts';
export { listSessions } from './listSessions.ts';
export { readIdleSeconds, readLogout } from './sessionBodies.ts';
export { sessionLimits } from './sessionLimits.ts';
export { refreshSession, sessionAnswer, startSession } from './startSession.ts';
export {
  deleteSession,
  deleteSessions,
  endAllSessions,
  findConfirmation,
  findEndReason,
  findSession,
  findSessions,
  forgetOtherConfirmations,
  haveSessionsEnded,
  invalidateJwts,
  isWithdrawn,
  markSessionsEnded,
  recordFactorState,
  sessionCollection,
  sessionsSinceNow,
  sessionsSinceOf,
  type FactorState,
  type FoundUser,
  type ProviderSession,
  type StoredSession,
} from './storedSessions.ts';
