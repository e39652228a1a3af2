// One condition: an attribute, an operator that fits it, and a value.
import { CloseButton, Fieldset, Group, Select, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useSchema } from '../../api/schema.ts';
import type { ContentType } from '../../schema/types.ts';
import { resolvePath, stepsOf } from '../filterPaths.ts';
import { fittingOperators, operandsOf } from '../fittingOperators.ts';
import type { DraftCondition } from './draftConditions.ts';
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

interface Props {
  readonly type: ContentType;
  readonly number: number;
  readonly condition: DraftCondition;
  readonly onChange: (condition: DraftCondition) => void;
  readonly onRemove: () => void;
}

export const ConditionFields = ({ type, number, condition, onChange, onRemove }: Props) => {
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
            onChange={(next) => {
              onChange({ ...condition, values: next });
            }}
          />
        )}
      </Stack>
    </Fieldset>
  );
};
