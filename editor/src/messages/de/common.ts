export const common = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  delete: 'Löschen',
  loading: 'Wird geladen …',
  retry: 'Erneut versuchen',
  save: 'Speichern',
  status: { draft: 'Entwurf', modified: 'Geändert', published: 'Veröffentlicht' },
  noConnection: 'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung.',
  unexpectedError: 'Etwas ist schiefgegangen: {message}',
} as const;
