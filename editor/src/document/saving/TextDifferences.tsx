// Shows in which attributes a text of this browser differs from the document, side by side.
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentForm } from '../../form/formStore.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import { describeAttribute } from './describeValue.ts';
import { diffWords, type TextPart } from './diffWords.ts';
import { excerptsOf } from './excerpts.ts';
import { MarkedText } from './MarkedText.tsx';
import type { TextChange } from './TextKeeper.ts';
import classes from './ConflictDialog.module.css';

interface Props {
  readonly form: DocumentForm;
  readonly changes: readonly TextChange[];
}

/** The differences of more attributes are opened by a click. */
const maxOpen = 3;

const Side = ({ label, parts }: { readonly label: string; readonly parts: readonly TextPart[] }) => (
  // A long text scrolls, also with the keyboard.
  <div role="group" aria-label={label} tabIndex={0}>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <MarkedText parts={parts} />
  </div>
);

const Difference = ({
  form,
  change: { attribute, own, other },
}: {
  readonly form: DocumentForm;
  readonly change: TextChange;
}) => {
  const t = useTranslations('document.kept');
  const parts = useMemo(
    () => diffWords(...excerptsOf(describeAttribute(form, attribute, own), describeAttribute(form, attribute, other))),
    [form, attribute, own, other],
  );
  return (
    <div role="group" aria-label={attributeLabel(form.type.attributes, attribute)}>
      <Text size="sm" fw={600}>
        {attributeLabel(form.type.attributes, attribute)}
      </Text>
      <div className={classes.sides}>
        <Side label={t('own')} parts={parts.own} />
        <Side label={t('other')} parts={parts.other} />
      </div>
    </div>
  );
};

export const TextDifferences = ({ form, changes }: Props) => {
  const t = useTranslations('document.kept');
  if (changes.length === 0) return null;
  return (
    <details open={changes.length <= maxOpen}>
      <summary>{t('differs', { count: changes.length })}</summary>
      {changes.map((change) => (
        <Difference key={change.attribute} form={form} change={change} />
      ))}
    </details>
  );
};
