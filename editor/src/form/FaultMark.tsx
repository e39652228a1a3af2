// Marks a link or a tab whose fields have a fault.
import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './DocumentLayout.module.css';
import { useFormState } from './FormContext.tsx';
import type { DocumentForm } from './formStore.ts';
import { splitPath } from './paths.ts';

interface Props {
  readonly form: DocumentForm;
  readonly names: readonly string[];
}

export const FaultMark = ({ form, names }: Props) => {
  const t = useTranslations('form.faults');
  const isFaulty = useFormState(form, (state) =>
    [...state.getFaults().keys()].some((path) => names.includes(splitPath(path)[0] ?? '')),
  );
  if (!isFaulty) return null;
  return (
    <>
      <span className={classes.mark} />
      <VisuallyHidden>{t('mark')}</VisuallyHidden>
    </>
  );
};
