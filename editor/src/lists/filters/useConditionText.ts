// A condition in words: "Topic › Name is Paper".
import { useFormatter, useTranslations } from 'use-intl';
import { useSchema } from '../../api/schema.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import type { Condition } from '../conditions.ts';
import { resolvePath } from '../filterPaths.ts';
import { useOperatorLabel } from './useOperatorLabel.ts';
import { useStepLabel } from './useStepLabel.ts';

export const useConditionText = (type: ContentType): ((condition: Condition) => string) => {
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
      path.map(stepLabel).join(' › '),
      operatorLabel(operator),
      values.map((value) => valueText(value, attribute)).join(separator),
    ]
      .join(' ')
      .trim();
  };
};
