import type { Texts } from '../types.ts';
import type { review as en } from '../en/review.ts';

export const review: Texts<typeof en> = {
  stage: 'Stufe',
  assignee: 'Zugewiesen an',
  unassigned: 'Nicht zugewiesen',
  nobodyFound: 'Niemand, der den Entwurf bearbeiten darf, heißt so',
  failed: 'Das wurde nicht geändert: {message}',
  assigned: 'Ihnen zugewiesen',
  heldTitle: 'Warum sich das noch nicht veröffentlichen lässt',
  held: 'Nur Entwürfe in der Stufe „{publishFrom}“ werden veröffentlicht. Dieser ist in „{stage}“.',
  heldNew: 'Speichern Sie ihn zuerst.',
  youMayApprove: 'Sie dürfen ihn dorthin verschieben: Wählen Sie die Stufe neben dem Status.',
  mayApprove: '{names} darf ihn nach „{stage}“ verschieben.',
  nobodyApproves: 'Niemand, den Sie sehen können, darf ihn dorthin verschieben.',
  returnTitle: 'Das ist in der Stufe „{stage}“',
  returnText: 'Ihre Änderung schickt es zurück nach „{to}“. Wer es geprüft hat, bekommt eine Nachricht.',
  returnConfirm: 'Ändern',
  returnCancel: 'Meine Änderung zurücknehmen',
  notices: 'Prüfungen',
  moved: '{name} hat es nach „{stage}“ verschoben',
  returned: '{name} hat es nach Ihrer Prüfung geändert: zurück in „{stage}“',
  somebody: 'Jemand',
};
