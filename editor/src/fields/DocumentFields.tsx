// All fields of a document.
import { AttributeFields, FieldsContext } from '../form/AttributeFields.tsx';
import { FormContext } from '../form/FormContext.tsx';
import type { DocumentForm } from '../form/formStore.ts';
import { fields } from './registry.ts';

export const DocumentFields = ({ form }: { readonly form: DocumentForm }) => (
  <FieldsContext value={fields}>
    <FormContext value={form}>
      <AttributeFields attributes={form.type.attributes} path="" readOnly={form.readOnly} />
    </FormContext>
  </FieldsContext>
);
