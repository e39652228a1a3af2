// Two editors changed the same places: shows the values of each side, with the differences marked, to choose.
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentForm } from '../../form/formStore.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import type { DocumentSaver } from './DocumentSaver.ts';
import { describeConflict } from './describeConflict.ts';
import { MarkedText } from './MarkedText.tsx';
import type { Conflict, ConflictSide } from './merge.ts';
import { useSavingState } from './useSavingState.ts';
import classes from './ConflictDialog.module.css';

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

const ConflictRow = ({
  form,
  conflict,
  side,
  onChoose,
}: {
  readonly form: DocumentForm;
  readonly conflict: Conflict;
  /** The chosen one. */
  readonly side: ConflictSide;
  readonly onChoose: (side: ConflictSide) => void;
}) => {
  const t = useTranslations('document.conflict');
  const described = useMemo(() => describeConflict(form, conflict), [form, conflict]);
  return (
    <Radio.Group
      label={attributeLabel(form.type.attributes, conflict.attribute)}
      value={side}
      onChange={(value) => {
        onChoose(value);
      }}
    >
      <div className={classes.sides}>
        {described.map(([one, parts]) => (
          <Radio.Card key={one} value={one} className={classes.side}>
            <Group gap="xs" mb="xs" wrap="nowrap">
              <Radio.Indicator />
              <Text fw={600}>{t(one)}</Text>
            </Group>
            <MarkedText parts={parts} />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
};

export const ConflictDialog = ({ form, saver }: Props) => {
  const t = useTranslations('document.conflict');
  const state = useSavingState(saver);
  const [choices, setChoices] = useState<ReadonlyMap<string, ConflictSide>>(new Map());
  if (state.kind !== 'conflict') return null;
  const { conflicts, by } = state;
  const { displayName } = form.type;
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="xl"
      title={by === undefined ? t('title', { type: displayName }) : t('titleBy', { type: displayName, name: by })}
    >
      <Stack>
        <Text>{t('text')}</Text>
        {conflicts.map((conflict) => (
          <ConflictRow
            key={conflict.attribute}
            form={form}
            conflict={conflict}
            side={choices.get(conflict.attribute) ?? 'own'}
            onChoose={(side) => {
              setChoices(new Map([...choices, [conflict.attribute, side]]));
            }}
          />
        ))}
        <Group justify="flex-end">
          <Button
            onClick={() => {
              void saver.resolve(choices);
              setChoices(new Map());
            }}
          >
            {t('apply')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
