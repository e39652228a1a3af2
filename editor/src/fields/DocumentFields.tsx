// All fields of a document.
import { FieldsContext } from '../form/AttributeFields.tsx';
import { DocumentLayout } from '../form/DocumentLayout.tsx';
import { FormContext } from '../form/FormContext.tsx';
import type { DocumentForm } from '../form/formStore.ts';
import { fields } from './registry.ts';

export const DocumentFields = ({ form }: { readonly form: DocumentForm }) => (
  <FieldsContext value={fields}>
    <FormContext value={form}>
      <DocumentLayout form={form} />
    </FormContext>
  </FieldsContext>
);
