// Lists what is wrong with the values above the form, each with a link to its field.
import { Alert, Anchor, List } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Fault } from '../api/client.ts';
import { useServerText } from '../ui/useServerText.ts';
import { useFormState } from './FormContext.tsx';
import type { DocumentForm } from './formStore.ts';
import { revealField } from './revealField.ts';
import { useFaultName, useFaultText } from './faultTexts.ts';

interface Props {
  readonly form: DocumentForm;
  /** Faults that belong to no field. */
  readonly others?: readonly Fault[];
}

export const FaultSummary = ({ form, others = [] }: Props) => {
  const t = useTranslations('form.faults');
  const faultText = useFaultText();
  const serverText = useServerText();
  const nameOf = useFaultName(form);
  const faults = [...useFormState(form, (state) => state.getFaults()).values()];
  const count = faults.length + others.length;
  if (count === 0) return null;
  return (
    <Alert color="red" role="alert" title={t('title', { count })}>
      <List size="sm">
        {faults.map((fault) => (
          <List.Item key={fault.path}>
            <Anchor component="button" type="button" inherit onClick={() => revealField(form, fault.path)}>
              {nameOf(fault.path)}
            </Anchor>
            {': '}
            {faultText(fault, form.type.draftAndPublish)}
          </List.Item>
        ))}
        {others.map(({ path, message }) => (
          <List.Item key={`${path.join('.')} ${message}`}>{serverText(message)}</List.Item>
        ))}
      </List>
    </Alert>
  );
};
