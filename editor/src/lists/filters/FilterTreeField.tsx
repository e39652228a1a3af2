// Edits a filter of JSON: as conditions, or as text.
import { Input, JsonInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { useSchema } from '../../api/schema.ts';
import type { ContentType } from '../../schema/types.ts';
import { fromFilterTree, toFilterTree, type FilterTree } from '../filterTree.ts';
import { ConditionsEditor } from './ConditionsEditor.tsx';
import { toDraft, usableConditions } from './draftConditions.ts';

/** @returns undefined if the text is no JSON object */
const parseFilters = (text: string): FilterTree | undefined => {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

const writeFilters = (filters: FilterTree): string =>
  Object.keys(filters).length === 0 ? '' : JSON.stringify(filters, undefined, 2);

interface Props {
  /** Undefined for a type that the user may not see. */
  readonly type: ContentType | undefined;
  readonly filters: FilterTree;
  /** @param filters undefined for a text that is no filter, and while a condition is not complete */
  readonly onChange: (filters: FilterTree | undefined) => void;
}

/** The filter as conditions. As JSON, it may be one that no conditions express. */
export default function FilterTreeField({ type, filters, onChange }: Props) {
  const t = useTranslations('lists.filters.tree');
  const schema = useSchema();
  const read = (tree: FilterTree | undefined) =>
    type === undefined || tree === undefined ? undefined : fromFilterTree(tree, type, schema)?.map(toDraft);
  const [drafts, setDrafts] = useState(() => read(filters));
  const [text, setText] = useState(() => writeFilters(filters));
  const parsed = parseFilters(text);
  const isIncomplete = drafts !== undefined && usableConditions(drafts).length < drafts.length;
  const builder = type === undefined || drafts === undefined ? undefined : { type, drafts };
  return (
    <Input.Wrapper label={t('label')} labelElement="div" description={t('hint')}>
      <Stack gap="sm" mt="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('label')}
          data={[
            {
              value: 'conditions',
              label: t('conditions'),
              disabled: builder === undefined && read(parsed) === undefined,
            },
            { value: 'json', label: 'JSON' },
          ]}
          value={builder === undefined ? 'json' : 'conditions'}
          onChange={(mode) => setDrafts(mode === 'json' ? undefined : read(parsed))}
        />
        {builder === undefined ? (
          <JsonInput
            aria-label={t('label')}
            placeholder='{ "topic": { "slug": { "$eq": "news" } } }'
            autosize
            minRows={4}
            value={text}
            error={parsed === undefined ? t('fault') : undefined}
            onChange={(next) => {
              setText(next);
              onChange(parseFilters(next));
            }}
          />
        ) : (
          <ConditionsEditor
            {...builder}
            onChange={(next) => {
              const usable = usableConditions(next);
              const tree = toFilterTree(usable, builder.type, schema);
              setDrafts([...next]);
              setText(writeFilters(tree));
              // Without a condition that is not complete, the filter would match more.
              onChange(usable.length === next.length ? tree : undefined);
            }}
          />
        )}
        {isIncomplete ? (
          <Text size="sm" c="dimmed">
            {t('incomplete')}
          </Text>
        ) : null}
      </Stack>
    </Input.Wrapper>
  );
}
