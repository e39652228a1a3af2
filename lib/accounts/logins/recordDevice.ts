// Records what users log in from, and mails them when it is new.
import type { Request } from '../../api/http/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { sendLimited, type Mail } from '../../platform/mail/index.ts';
import type { Service } from '../../platform/service.ts';
import { worksInEditor } from '../roles/index.ts';
import { auditedUser } from '../users/index.ts';
import { deviceNameOf } from '../sessions/index.ts';
import { addKnownSource, findKnownSources, sourceOf } from './knownSources.ts';

/** It contains no text from the request except names of browsers that Lectern knows. */
const newDeviceMail = (to: string, device: string, at: Date): Mail => ({
  to,
  subject: 'New login to your account',
  text: `Someone logged in to your account with a device that was not used before:

${device}, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC

If it was you, do nothing. If it was not you, set a new password now: that ends all sessions.`,
});

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
  const deviceName = deviceNameOf(request.headers['user-agent']) ?? 'Unknown device';
  const { documentId } = user;
  const sentIds = deviceId === undefined && (await findKnownSources(service, documentId))?.sendsIds === true;
  const source = sourceOf(documentId, request, deviceId ?? (sentIds ? `without id: ${deviceName}` : deviceName));
  const before = await addKnownSource(service, documentId, source, deviceId !== undefined);
  if (before === undefined || before.devices.includes(source.device)) return;
  await recordAction(service, { action: 'login.new-device', target: auditedUser(user), actor: documentId });
  if (!(await isMailed(service, user))) return;
  await sendLimited(service, 'newDevice', newDeviceMail(String(user.published?.email), deviceName, service.now()));
};
