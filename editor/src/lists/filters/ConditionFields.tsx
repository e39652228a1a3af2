// One condition: an attribute, an operator that fits it, and a value.
import { CloseButton, Fieldset, Group, Select, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useSchema } from '../../api/schema.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Condition } from '../conditions.ts';
import { resolvePath } from '../filterPaths.ts';
import { fittingOperators, operandsOf } from '../fittingOperators.ts';
import { useOperatorLabel } from './useFilterLabels.ts';
import { PathSelect } from './PathSelect.tsx';
import { ValueInput } from './ValueInput.tsx';

export interface DraftCondition extends Condition {
  readonly id: number;
}

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
