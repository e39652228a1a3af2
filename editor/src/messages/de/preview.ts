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
  unreadable: 'Sie dürfen das Dokument, aus dem dieser Text kommt, nicht lesen.',
};
