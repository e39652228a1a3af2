import type { Texts } from '../types.ts';
import type { review as en } from '../en/review.ts';

export const review: Texts<typeof en> = {
  stage: 'Stufe',
  assignee: 'Zugewiesen an',
  unassigned: 'Nicht zugewiesen',
  nobodyFound: 'Niemand, der den Entwurf bearbeiten darf, heißt so',
  failed: 'Das wurde nicht geändert: {message}',
  assigned: 'Ihnen zugewiesen',
};
