import type { preview as en } from '../en/preview.ts';
import type { Texts } from '../types.ts';

export const preview: Texts<typeof en> = {
  title: 'Vorschau',
  published: 'Veröffentlichte Seite',
  version: 'Fassung',
  versions: { draft: 'Entwurf', published: 'Veröffentlicht', both: 'Beide' },
  locale: 'Sprache der Seite',
  width: 'Breite der Seite',
  widths: { fit: 'Passend', phone: 'Telefon', tablet: 'Tablet', desktop: 'Desktop' },
  dark: 'Dunkle Seite',
  reload: 'Neu laden',
  problems: {
    away: {
      title: 'Die Seite antwortet nicht',
      text: 'Läuft die Website, und erreicht dieser Browser sie? Die Einstellung „preview.url“ nennt die Adresse.',
    },
    silent: {
      title: 'Die Seite ist keine Vorschau',
      text: 'Sehen Sie unten einen Fehler: Läuft die Website unter dieser Adresse, und was protokolliert sie? Sehen Sie Ihre Seite: Sie lädt „lectern/preview“ nicht und wird deshalb nur nach jedem Speichern neu geladen.',
    },
  },
  unreadable: 'Sie dürfen das Dokument, aus dem dieser Text kommt, nicht lesen.',
  afterwards: 'Die Website, wie sie sein wird',
  page: 'Seite',
  untitled: '(ohne Titel)',
};
