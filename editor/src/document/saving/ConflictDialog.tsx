// Two editors changed the same attributes: shows both values of each side by side, to choose.
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentForm } from '../../form/index.ts';
import { withoutPasswords } from '../../form/withoutPasswords.ts';
import type { FormValue } from '../../form/types.ts';
import { labelOf } from '../../schema/labelOf.ts';
import type { DocumentSaver } from './DocumentSaver.ts';
import { describeValue } from './describeValue.ts';
import type { Conflict } from './merge.ts';
import { useSavingState } from './useSavingState.ts';
import classes from './ConflictDialog.module.css';

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

const sides = ['own', 'other'] as const;

/** Describes a value of an attribute. Passwords in components are not shown. */
const describeSide = ({ type, schema }: DocumentForm, attribute: string, value: FormValue): string =>
  describeValue(withoutPasswords(type, schema, { [attribute]: value })[attribute]);

const ConflictRow = ({
  form,
  conflict,
  isOther,
  onChoose,
}: {
  readonly form: DocumentForm;
  readonly conflict: Conflict;
  /** Whether the value of the other side is chosen. */
  readonly isOther: boolean;
  readonly onChoose: (isOther: boolean) => void;
}) => {
  const t = useTranslations('document.conflict');
  return (
    <Radio.Group
      label={labelOf(conflict.attribute)}
      value={isOther ? 'other' : 'own'}
      onChange={(value) => {
        onChoose(value === 'other');
      }}
    >
      <div className={classes.sides}>
        {sides.map((side) => (
          <Radio.Card key={side} value={side} className={classes.side}>
            <Group gap="xs" mb="xs">
              <Radio.Indicator />
              <Text fw={600}>{t(side)}</Text>
            </Group>
            <Text component="div" dir="auto" size="sm" className={classes.value}>
              {describeSide(form, conflict.attribute, conflict[side])}
            </Text>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
};

export const ConflictDialog = ({ form, saver }: Props) => {
  const t = useTranslations('document.conflict');
  const state = useSavingState(saver);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (state.kind !== 'conflict') return null;
  const choose = (attribute: string, isOther: boolean) => {
    setChosen((current) => {
      const next = new Set(current);
      if (isOther) next.add(attribute);
      else next.delete(attribute);
      return next;
    });
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="xl"
      title={t('title', { type: form.type.displayName })}
    >
      <Stack>
        <Text>{t('text')}</Text>
        {state.conflicts.map((conflict) => (
          <ConflictRow
            key={conflict.attribute}
            form={form}
            conflict={conflict}
            isOther={chosen.has(conflict.attribute)}
            onChoose={(isOther) => {
              choose(conflict.attribute, isOther);
            }}
          />
        ))}
        <Group justify="flex-end">
          <Button
            onClick={() => {
              void saver.resolve(chosen);
              setChosen(new Set());
            }}
          >
            {t('apply')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
