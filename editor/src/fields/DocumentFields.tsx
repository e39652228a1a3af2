// All fields of a document.
import { lazy, useMemo } from 'react';
import { useLocaleName } from '../api/locales.ts';
import { FieldsContext } from '../form/AttributeFields.tsx';
import { BesideContext } from '../form/beside.ts';
import { DocumentLayout } from '../form/DocumentLayout.tsx';
import { FormContext } from '../form/FormContext.tsx';
import type { DocumentForm } from '../form/formStore.ts';
import { fields } from './registry.ts';

const Pair = lazy(() => import('./beside/Pair.tsx'));

interface Props {
  readonly form: DocumentForm;
  /** Another locale of the document, to show beside the form. */
  readonly source: DocumentForm | undefined;
}

export const DocumentFields = ({ form, source }: Props) => {
  const localeName = useLocaleName()(source?.locale ?? '');
  const beside = useMemo(() => (source === undefined ? undefined : { source, localeName, Pair }), [source, localeName]);
  return (
    <FieldsContext value={fields}>
      <FormContext value={form}>
        <BesideContext value={beside}>
          <DocumentLayout form={form} />
        </BesideContext>
      </FormContext>
    </FieldsContext>
  );
};
