// Two editors changed the same places: shows each passage as both sides have it, with the words marked, to choose.
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../../api/editor.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import type { DocumentSaver } from './DocumentSaver.ts';
import { diffWords } from './diffWords.ts';
import { excerptsOf } from './excerpts.ts';
import { MarkedText } from './MarkedText.tsx';
import type { Conflict, ConflictSide } from './merge.ts';
import { passagesOf, type Passage } from './passages.ts';
import { useSavingState } from './useSavingState.ts';
import classes from './ConflictDialog.module.css';

/** Who made the other change: another tab of the same user has another name for each side. */
type Texts = 'sides' | 'ownTabs';

const sides = ['own', 'other'] as const;

interface ContextProps {
  readonly text: string;
}

const Context = ({ text }: ContextProps) =>
  text === '' ? null : (
    <Text component="div" size="sm" c="dimmed" dir="auto" className={classes.context}>
      {text}
    </Text>
  );

interface PassageProps {
  readonly passage: Passage;
  /** Of the attribute, and which of its passages it is. */
  readonly label: string;
  readonly texts: Texts;
  readonly side: ConflictSide | undefined;
  readonly onChoose: (side: ConflictSide) => void;
}

const PassageChoice = ({ passage, label, texts, side, onChoose }: PassageProps) => {
  const t = useTranslations('document.conflict');
  const parts = useMemo(() => diffWords(...excerptsOf(passage.own, passage.other)), [passage]);
  return (
    <Radio.Group label={label} value={side ?? null} onChange={(value) => onChoose(value)}>
      <div className={classes.sides}>
        {sides.map((one) => (
          <Radio.Card key={one} value={one} className={classes.side}>
            <Group gap="xs" mb="xs" wrap="nowrap">
              <Radio.Indicator />
              <Text fw={600}>{t(`${texts}.${one}`)}</Text>
            </Group>
            <Context text={passage.before} />
            <MarkedText parts={parts[one]} />
            <Context text={passage.after} />
          </Radio.Card>
        ))}
        {passage.isJoinable ? (
          <Radio.Card value="both" className={classes.both}>
            <Group gap="xs" wrap="nowrap">
              <Radio.Indicator />
              <Text fw={600}>{t('both')}</Text>
            </Group>
          </Radio.Card>
        ) : null}
      </div>
    </Radio.Group>
  );
};

interface ChoicesProps {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
  readonly conflicts: readonly Conflict[];
  readonly texts: Texts;
}

const Choices = ({ form, saver, conflicts, texts }: ChoicesProps) => {
  const t = useTranslations('document.conflict');
  const described = useMemo(
    () => conflicts.map((conflict) => ({ attribute: conflict.attribute, ...passagesOf(form, conflict) })),
    [form, conflicts],
  );
  /** By the attribute and the number of the passage. Nothing is chosen at first: each choice throws a text away. */
  const [choices, setChoices] = useState<ReadonlyMap<string, ConflictSide>>(new Map());
  const keyOf = (attribute: string, index: number) => `${attribute} ${index}`;
  const count = described.reduce((sum, { passages }) => sum + passages.length, 0);
  const left = count - choices.size;
  const chooseAll = (side: 'own' | 'other'): void => {
    const keys = described.flatMap(({ attribute, passages }) => passages.map((_, index) => keyOf(attribute, index)));
    setChoices(new Map(keys.map((key) => [key, side])));
  };
  const apply = () => {
    const values = described.map(({ attribute, passages, choose }) => {
      const sides = passages.map((_, index) => choices.get(keyOf(attribute, index)) ?? 'own');
      return [attribute, choose(sides)] as const;
    });
    void saver.resolve(new Map(values));
  };
  return (
    <Stack>
      <Text>{t('text')}</Text>
      {count < 2 ? null : (
        <Group gap="xs">
          {sides.map((side) => (
            <Button key={side} size="xs" variant="default" onClick={() => chooseAll(side)}>
              {t('everywhere', { choice: t(`${texts}.${side}`) })}
            </Button>
          ))}
        </Group>
      )}
      {described.flatMap(({ attribute, passages }) =>
        passages.map((passage, index) => {
          const key = keyOf(attribute, index);
          const names = [attributeLabel(form.type.attributes, attribute), passage.label];
          const name = names.filter((one) => one !== undefined).join(' · ');
          const alike = passages.filter(({ label }) => label === passage.label);
          return (
            <PassageChoice
              key={key}
              passage={passage}
              texts={texts}
              label={
                alike.length > 1
                  ? t('passage', { name, number: String(alike.indexOf(passage) + 1), count: String(alike.length) })
                  : name
              }
              side={choices.get(key)}
              onChoose={(side) => setChoices(new Map([...choices, [key, side]]))}
            />
          );
        }),
      )}
      <Group justify="flex-end">
        <Text size="sm" c="dimmed" role="status">
          {left === 0 ? '' : t('left', { count: left })}
        </Text>
        <Button disabled={left > 0} onClick={apply}>
          {t('apply')}
        </Button>
      </Group>
    </Stack>
  );
};

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

export const ConflictDialog = ({ form, saver }: Props) => {
  const t = useTranslations('document.conflict');
  const { user } = useEditor();
  const state = useSavingState(saver);
  if (state.kind !== 'conflict') return null;
  const { conflicts, by } = state;
  const type = form.type.displayName;
  const isOwn = by === user.username;
  const title = by === undefined ? t('title', { type }) : t('titleBy', { type, name: by });
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="xl"
      title={isOwn ? t('titleOwn', { type }) : title}
    >
      <Choices form={form} saver={saver} conflicts={conflicts} texts={isOwn ? 'ownTabs' : 'sides'} />
    </Modal>
  );
};
