// Opens a field that was chosen on the page of the site.
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/editor.ts';
import { useSchema } from '../../api/schema.ts';
import type { RelationPanel } from '../../fields/RelationField/RelationPanel.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { revealField } from '../../form/revealField.ts';
import { usePreviewTexts } from '../../messages/usePreviewTexts.ts';
import type { WantedField } from './frameMessages.ts';

/** @returns a function that opens the field in this form, in the form of another locale, or in the panel beside it */
export const useOpenField = (form: DocumentForm, panel: RelationPanel): ((wanted: WantedField) => void) => {
  const t = usePreviewTexts();
  const navigate = useNavigate();
  const may = useMay();
  const { types } = useSchema();
  return ({ documentId, typeName, model, field, locale, letters }) => {
    if (documentId === form.documentId) {
      // The page may show another locale than the form.
      if (locale === undefined || form.locale === undefined || locale === form.locale)
        revealField(form, field, true, letters);
      else
        void navigate({
          to: '.',
          search: (search) => ({ ...search, locale, beside: search.beside === locale ? undefined : search.beside }),
          hash: field,
          state: { preview: true },
        });
      return;
    }
    const other = [...types.values()].find(({ name, uid }) => name === typeName || uid === model);
    // The form tells users who may only read the document that they cannot change it.
    if (other !== undefined && may('findOne', other.uid))
      void panel.open({ uid: other.uid, documentId, label: documentId }, { field, locale });
    else notifications.show({ message: t('unreadable') });
  };
};
