// A condition in words, with a button that removes it.
import { Pill } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { documentTitlesQuery } from '../../api/documents.ts';
import { useSchema } from '../../api/schema.ts';
import { useMay } from '../../permissions/useMay.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Condition } from '../conditions.ts';
import { resolvePath } from '../filterPaths.ts';
import { useConditionText } from './useConditionText.ts';

interface Props {
  readonly type: ContentType;
  readonly condition: Condition;
  readonly onRemove: () => void;
}

/** The values as people know them: the titles of related documents instead of their documentIds. */
const useValueTitles = (type: ContentType, { path, values }: Condition): readonly string[] => {
  const schema = useSchema();
  const may = useMay();
  const attribute = resolvePath(path, type, schema)?.end;
  const uid = attribute?.type === 'relation' ? (attribute.target ?? '') : '';
  const documentId = values[0] ?? '';
  const { data = [] } = useQuery({
    ...documentTitlesQuery(schema.targets.get(uid), { q: documentId, documentId, editView: may('update', uid) }),
    enabled: uid !== '' && documentId !== '',
  });
  const found = data.find((one) => one.documentId === documentId);
  return found === undefined ? values : [found.title];
};

export const FilterPill = ({ type, condition, onRemove }: Props) => {
  const t = useTranslations('lists.filters');
  const values = useValueTitles(type, condition);
  const text = useConditionText(type)({ ...condition, values });
  return (
    <Pill
      role="listitem"
      withRemoveButton
      removeButtonProps={{ 'aria-label': t('removeNamed', { text }), 'aria-hidden': false, tabIndex: 0 }}
      onRemove={onRemove}
    >
      {text}
    </Pill>
  );
};
