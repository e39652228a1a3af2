// The steps of administrators: which users have a factor, and the reset of a user who lost theirs.
import { plainAnswer } from '../../api/http/index.ts';
import { requirePermission } from '../../platform/access/index.ts';
import { standaloneOperations } from '../../platform/db/index.ts';
import { inMailLanguage, type Mail } from '../../platform/mail/index.ts';
import type { Service } from '../../platform/service.ts';
import { plainBody } from '../../contracts/index.ts';
import { visibleDocumentsAmong } from '../../read/execute/index.ts';
import { builtInUids } from '../../schema/index.ts';
import { readTexts } from '../authBody.ts';
import { auditedUser, userQuery } from '../users/index.ts';
import { findAdministeredUser } from '../administration/index.ts';
import { sendIfPossible } from '../mails.ts';
import { endAllSessions } from '../sessions/index.ts';
import { requireIds } from './stepBody.ts';
import type { Step } from './step.ts';
import { requireRecentFactor } from './stepUp.ts';
import { changeFactors, factorCollection, kindsOf } from './storedFactors.ts';
import { requireFactorReader } from './userListQuery.ts';

/** @param site its name in the editor */
const factorResetMail = (service: Service, to: string): Mail => {
  const { name: site } = service.config.editor;
  return {
    to,
    ...inMailLanguage(service, {
      en: {
        subject: 'Your second factor was reset',
        text: `An administrator of ${site} has removed the second factor of your account, and ended your sessions.

Log in with your password, and set up a new one in your account. If you did not ask for this, tell your administrator.`,
      },
      de: {
        subject: 'Ihr zweiter Faktor wurde zurückgesetzt',
        text: `Jemand aus der Verwaltung von ${site} hat den zweiten Faktor Ihres Kontos entfernt und Ihre Sitzungen beendet.

Melden Sie sich mit Ihrem Passwort an, und richten Sie in Ihrem Konto einen neuen ein. Wenn Sie nicht darum gebeten haben, sagen Sie der Verwaltung Bescheid.`,
      },
    }),
  };
};

/** Of the named users that the caller may find: those who have a factor, and which. */
const users: Step = async ({ service, caller, body }) => {
  requirePermission(caller, 'find', builtInUids.user);
  await requireFactorReader(service, caller);
  const ids = requireIds(plainBody(body, ['users']), 'users');
  const query = userQuery(service, { caller, locales: await service.locales.known() }, '', 'find');
  const unit = await standaloneOperations(service.database);
  const visible = await visibleDocumentsAmong(service, query, ids, unit);
  const stored = await (await factorCollection(service)).find({ _id: { $in: [...visible] } }).toArray();
  return plainAnswer({
    data: stored.map((factors) => ({ user: factors._id, factors: kindsOf(factors) })),
  });
};

/** Removes all factors of a user, ends their sessions, and tells them so. */
const reset: Step = async ({ request, service, caller, body }) => {
  requirePermission(caller, 'update', builtInUids.user);
  const { user: id } = readTexts(plainBody(body, ['user']), { user: 'text' });
  const user = await findAdministeredUser(service, { caller, locales: await service.locales.known() }, 'update', id);
  const { documentId } = user;
  await requireRecentFactor(service, caller);
  const wasSetUp = await changeFactors(
    service,
    documentId,
    async (stored, options) => (await stored.deleteOne({ _id: documentId }, options)).deletedCount === 1,
    (deleted) => (deleted ? { action: 'factor.reset', target: auditedUser(user) } : undefined),
  );
  if (!wasSetUp) return plainAnswer({ data: { reset: false } });
  await endAllSessions(service, documentId, 'administrator');
  const mail = factorResetMail(service, String(user.published?.email));
  const mailed = await sendIfPossible(service, request, mail);
  return plainAnswer({ data: { reset: true, mailed } });
};

export const administrationSteps = { users, reset };
