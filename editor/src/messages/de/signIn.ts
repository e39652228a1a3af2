import type { signIn as en } from '../en/signIn.ts';
import type { Texts } from '../types.ts';

export const signIn: Texts<typeof en> = {
  withProvider: 'Mit {label} anmelden',
  or: 'oder',
  inNewTab: 'Die Anmeldung öffnet sich in einem neuen Tab. Kehren Sie danach zu diesem zurück.',
  login: 'Anmeldung',
  allLogins: 'Jede Anmeldung',
  password: 'Passwort',
  linkedAccount: 'Ihre Anmeldung',
  linkedSince: 'Verbunden seit {time}',
  linkedText: 'Sie melden sich mit {label} an und haben hier kein Passwort.',
  managedText: 'Sie melden sich mit {label} an; dort wird entschieden, wer Zugang zu dieser Website hat.',
  unlink: 'Stattdessen ein Passwort verwenden',
  withPassword: 'Mit einem Passwort anmelden',
  unlinkText: 'Sie melden sich dann mit diesem Passwort an und nicht mehr mit {label}. Ihre anderen Sitzungen enden.',
  ended: {
    idle: 'Sie haben eine Weile nichts getan, deshalb ist Ihre Sitzung beendet.',
    limit: 'Ihre Sitzung hat so lange gedauert, wie sie darf. Melden Sie sich neu an.',
    administrator: 'Die Verwaltung hat Ihre Sitzung beendet.',
    provider: 'Der Anbieter, mit dem Sie sich anmelden, hat Ihre Sitzung beendet.',
    password: 'Ihr Passwort wurde geändert, deshalb ist Ihre Sitzung beendet.',
  },
  failed: {
    cancelled: 'Sie haben die Anmeldung abgebrochen.',
    expired:
      'Die Anmeldung hat zu lange gedauert oder in einem anderen Browser begonnen. Versuchen Sie es noch einmal.',
    refused:
      'Die Antwort des Anbieters ist ungültig. Versuchen Sie es noch einmal, oder wenden Sie sich an die Verwaltung.',
    unavailable: 'Der Anbieter antwortet nicht. Versuchen Sie es in einigen Minuten noch einmal.',
    noAccess: 'Ihr Konto hat keinen Zugang zu dieser Website. Wenden Sie sich an die Verwaltung.',
    noAddress: 'Der Anbieter nennt Ihre E-Mail-Adresse nicht. Wenden Sie sich an die Verwaltung.',
    unverified: 'Ihre E-Mail-Adresse ist beim Anbieter nicht bestätigt.',
    addressTaken:
      'Es gibt schon ein Konto mit Ihrer E-Mail-Adresse. Melden Sie sich mit dessen Passwort an, oder wenden Sie sich an die Verwaltung.',
    blocked: 'Ihr Konto ist gesperrt. Wenden Sie sich an die Verwaltung.',
  },
};
