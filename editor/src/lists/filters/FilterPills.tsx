// The conditions of the list's filter, each as a text with a button that removes it.
import { Group, Pill } from '@mantine/core';
import { useTranslations, useFormatter } from 'use-intl';
import { useQuery } from '@tanstack/react-query';
import type { ContentType, Attribute } from '../../schema/types.ts';
import { formatConditions, withoutCondition, type Condition } from '../conditions.ts';
import { useList } from '../useList.ts';
import { useSchema } from '../../api/schema.ts';
import { resolvePath, stepsOf } from '../filterPaths.ts';
import { useOperatorLabel, useStepLabel } from './useFilterLabels.ts';
import { documentTitlesQuery } from '../../api/documents.ts';
import { useMay } from '../../api/editor.ts';

const useConditionText = (type: ContentType): ((condition: Condition) => string) => {
  const t = useTranslations('lists');
  const format = useFormatter();
  const schema = useSchema();
  const stepLabel = useStepLabel();
  const operatorLabel = useOperatorLabel();
  const valueText = (value: string, attribute: Attribute | undefined): string => {
    if (attribute?.type === 'boolean') return value === 'true' ? t('yes') : t('no');
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) return value;
    if (attribute?.type === 'date') return format.dateTime(time, { dateStyle: 'medium', timeZone: 'UTC' });
    if (attribute?.type === 'datetime' || attribute?.type === 'timestamp')
      return format.dateTime(time, { dateStyle: 'medium', timeStyle: 'short' });
    return value;
  };
  return ({ path, operator, values }) => {
    const attribute = resolvePath(path, type, schema)?.end;
    const separator = operator === '$between' ? ` ${t('filters.and')} ` : ', ';
    return [
      stepsOf(path, type, schema).map(stepLabel).join(' › '),
      operatorLabel(operator),
      values.map((value) => valueText(value, attribute)).join(separator),
    ]
      .join(' ')
      .trim();
  };
};

/** The values as people know them: the titles of related documents instead of their documentIds. */
const useValueTitles = (type: ContentType, { path, values }: Condition): readonly string[] => {
  const schema = useSchema();
  const may = useMay();
  const attribute = resolvePath(path, type, schema)?.end;
  const uid = attribute?.type === 'relation' ? (attribute.target ?? '') : '';
  const documentId = values[0] ?? '';
  const { data = [] } = useQuery({
    ...documentTitlesQuery(schema.targets.get(uid), {
      q: documentId,
      documentId,
      editView: may('update', uid),
      byWords: false,
    }),
    enabled: uid !== '' && documentId !== '',
  });
  const found = data.find((one) => one.documentId === documentId);
  return found === undefined ? values : [found.title];
};

const FilterPill = ({ condition }: { readonly condition: Condition }) => {
  const { type, state, change } = useList();
  const t = useTranslations('lists.filters');
  const values = useValueTitles(type, condition);
  const textOf = useConditionText(type);
  const text = `${condition.isAlternative === true ? `${t('or')} ` : ''}${textOf({ ...condition, values })}`;
  return (
    <Pill
      role="listitem"
      withRemoveButton
      removeButtonProps={{ 'aria-label': t('removeNamed', { text }), 'aria-hidden': false, tabIndex: 0 }}
      onRemove={() => change({ conditions: withoutCondition(state.conditions, condition) })}
    >
      {text}
    </Pill>
  );
};

export const FilterPills = () => {
  const t = useTranslations('lists.filters');
  const { conditions } = useList().state;
  if (conditions.length === 0) return null;
  return (
    <Group gap={6} mt="xs" role="list" aria-label={t('button')}>
      {conditions.map((condition, index) => (
        <FilterPill key={`${index} ${formatConditions([condition]) ?? ''}`} condition={condition} />
      ))}
    </Group>
  );
};
