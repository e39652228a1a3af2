// Records what users log in from, and mails them when it is new.
import type { Request } from '../../api/http/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { inMailLanguage, sendLimited, type Mail } from '../../platform/mail/index.ts';
import type { Service } from '../../platform/service.ts';
import { worksInEditor } from '../roles/index.ts';
import { auditedUser } from '../users/index.ts';
import { deviceNameOf } from '../sessions/index.ts';
import { addKnownSource, findKnownSources, sourceOf } from './knownSources.ts';

const unknownDevice = 'Unknown device';

/** It contains no text from the request except names of browsers that Lectern knows. */
const newDeviceMail = (service: Service, to: string, device: string | undefined): Mail => {
  const moment = `${service.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to,
    ...inMailLanguage(service, {
      en: {
        subject: 'New login to your account',
        text: `Someone logged in to your account with a device that was not used before:

${device ?? unknownDevice}, ${moment}

If it was you, do nothing. If it was not you, set a new password now: that ends all sessions.`,
      },
      de: {
        subject: 'Neue Anmeldung bei Ihrem Konto',
        text: `Jemand hat sich bei Ihrem Konto mit einem Gerät angemeldet, das bisher nicht benutzt wurde:

${device?.replace(' on ', ', ') ?? 'Unbekanntes Gerät'}, ${moment}

Wenn Sie es waren, tun Sie nichts. Wenn nicht, legen Sie jetzt ein neues Passwort fest: Das beendet alle Sitzungen.`,
      },
    }),
  };
};

const isMailed = async (service: Service, user: StoredDocument): Promise<boolean> => {
  const { newDeviceMail: receivers } = service.config.auth;
  return receivers === 'everyone' || (receivers === 'editors' && (await worksInEditor(service, user)));
};

/**
 * Records what a user has just logged in from. If the user had logged in before, and never with this device, the audit log
 * records it, and the user gets a mail. A device is known by the `deviceId` of its logins. A login without one is known by browser
 * and system, and for a user who has sent one not by what was used before: a thief could leave it out.
 */
export const recordDevice = async (
  request: Request,
  service: Service,
  user: StoredDocument,
  deviceId: string | undefined,
): Promise<void> => {
  const knownName = deviceNameOf(request.headers['user-agent']);
  const deviceName = knownName ?? unknownDevice;
  const { documentId } = user;
  const sentIds = deviceId === undefined && (await findKnownSources(service, documentId))?.sendsIds === true;
  const source = sourceOf(documentId, request, deviceId ?? (sentIds ? `without id: ${deviceName}` : deviceName));
  const before = await addKnownSource(service, documentId, source, deviceId !== undefined);
  if (before === undefined || before.devices.includes(source.device)) return;
  await recordAction(service, { action: 'login.new-device', target: auditedUser(user), actor: documentId });
  if (!(await isMailed(service, user))) return;
  await sendLimited(service, 'newDevice', newDeviceMail(service, String(user.published?.email), knownName));
};
