// Several conditions, with “and” or “or” between them, and a button to add one.
import { Button, CloseButton, Fieldset, Group, SegmentedControl, Select, Stack } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { useSchema } from '../../api/schema.ts';
import type { ContentType } from '../../schema/types.ts';
import { withoutCondition } from '../conditions.ts';
import { resolvePath, stepsOf } from '../filterPaths.ts';
import { fittingOperators, operandsOf } from '../fittingOperators.ts';
import { newCondition, type DraftCondition } from './draftConditions.ts';
import { useOperatorLabel, useStepLabel } from './useFilterLabels.ts';
import { ValueInput } from './ValueInput.tsx';

interface PathSelectProps {
  readonly type: ContentType;
  readonly path: readonly string[];
  readonly onChange: (path: readonly string[]) => void;
}

/** The value of the option that ends the path before this step. */
const whole = '';

const PathSelect = ({ type, path, onChange }: PathSelectProps) => {
  const t = useTranslations('lists.filters');
  const labelOf = useStepLabel();
  const schema = useSchema();
  // One more select than there are steps, if the path can go on.
  const levels = Array.from({ length: path.length + 1 }, (_, depth) => path.slice(0, depth));
  return levels.map((before) => {
    const resolved = resolvePath(before, type, schema);
    if (resolved === undefined || resolved.next.length === 0) return null;
    const last = stepsOf(before, type, schema).at(-1);
    const options = resolved.next.map((step) => ({ value: step.name, label: labelOf(step) }));
    return (
      <Select
        key={before.join('.')}
        label={last === undefined ? t('attribute') : t('part', { name: labelOf(last) })}
        data={resolved.end === undefined ? options : [{ value: whole, label: t('whole') }, ...options]}
        value={path[before.length] ?? (resolved.end === undefined ? null : whole)}
        onChange={(next) => {
          if (next !== null) onChange(next === whole ? before : [...before, next]);
        }}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('nothingFound')}
      />
    );
  });
};

interface ConditionProps {
  readonly type: ContentType;
  readonly number: number;
  readonly condition: DraftCondition;
  readonly onChange: (condition: DraftCondition) => void;
  readonly onRemove: () => void;
}

/** An attribute, an operator that fits it, and a value. */
const ConditionFields = ({ type, number, condition, onChange, onRemove }: ConditionProps) => {
  const t = useTranslations('lists.filters');
  const operatorLabel = useOperatorLabel();
  const schema = useSchema();
  const { path, operator, values } = condition;
  const end = resolvePath(path, type, schema)?.end;
  const operators = end === undefined ? [] : fittingOperators(end);
  return (
    <Fieldset p="sm" pt={4}>
      <Group justify="space-between" component="legend" w="100%">
        {t('condition', { number })}
        <CloseButton aria-label={t('remove', { number })} onClick={onRemove} />
      </Group>
      <Stack gap="xs">
        <PathSelect
          type={type}
          path={path}
          onChange={(next) => {
            const attribute = resolvePath(next, type, schema)?.end;
            const [likeliest = ''] = attribute === undefined ? [] : fittingOperators(attribute);
            onChange({ ...condition, path: next, operator: likeliest, values: [] });
          }}
        />
        {end === undefined ? null : (
          <Select
            label={t('operator')}
            data={operators.map((name) => ({ value: name, label: operatorLabel(name) }))}
            value={operator}
            onChange={(next) => {
              const keeps = next !== null && operandsOf(next) === operandsOf(operator);
              if (next !== null) onChange({ ...condition, operator: next, values: keeps ? values : [] });
            }}
            allowDeselect={false}
          />
        )}
        {end === undefined ? null : (
          <ValueInput
            key={`${path.join('.')} ${operandsOf(operator)}`}
            attribute={end}
            takes={operandsOf(operator)}
            values={values}
            onChange={(next) => onChange({ ...condition, values: next })}
          />
        )}
      </Stack>
    </Fieldset>
  );
};

interface Props {
  readonly type: ContentType;
  readonly drafts: readonly DraftCondition[];
  readonly onChange: (drafts: readonly DraftCondition[]) => void;
}

export const ConditionsEditor = ({ type, drafts, onChange }: Props) => {
  const t = useTranslations('lists.filters');
  const replace = (draft: DraftCondition, next: DraftCondition): void =>
    onChange(drafts.map((one) => (one === draft ? next : one)));
  return (
    <>
      {drafts.map((draft, index) => (
        <Fragment key={draft.id}>
          {index === 0 ? null : (
            <SegmentedControl
              size="xs"
              aria-label={t('join', { number: index + 1 })}
              data={(['and', 'or'] as const).map((value) => ({ value, label: t(value) }))}
              value={draft.isAlternative === true ? 'or' : 'and'}
              onChange={(value) => replace(draft, { ...draft, isAlternative: value === 'or' ? true : undefined })}
            />
          )}
          <ConditionFields
            type={type}
            number={index + 1}
            condition={draft}
            onChange={(next) => replace(draft, next)}
            onRemove={() => onChange(withoutCondition(drafts, draft))}
          />
        </Fragment>
      ))}
      <Group justify="flex-start">
        <Button variant="subtle" leftSection={<PlusIcon />} onClick={() => onChange([...drafts, newCondition()])}>
          {t('add')}
        </Button>
      </Group>
    </>
  );
};
