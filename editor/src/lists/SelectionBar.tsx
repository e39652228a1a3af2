// What can be done with the selected documents.
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BulkAction, ListedDocument } from '../api/documents.ts';
import { useMay } from '../api/editor.ts';
import type { ContentType } from '../schema/types.ts';
import { useDuplicate } from '../ui/useDuplicate.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import classes from './lists.module.css';
import type { Selection } from './useSelection.ts';

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly documents: readonly ListedDocument[];
  readonly selection: Selection;
}

export const SelectionBar = ({ type, locale, documents, selection }: Props) => {
  const t = useTranslations('lists.selection');
  const may = useMay();
  const [action, setAction] = useState<BulkAction>();
  const { mayDuplicate, duplicate, dialog } = useDuplicate(type, locale);
  const selected = documents.filter(({ documentId }) => selection.state[documentId] === true);
  if (selected.length === 0 && action === undefined) return null;
  const mayPublish = type.draftAndPublish && may('publish', type.uid);
  const actions: readonly BulkAction[] = [
    ...(mayPublish ? (['publish', 'unpublish'] as const) : []),
    ...(may('delete', type.uid) ? (['delete'] as const) : []),
  ];
  return (
    <section className={classes.selection} aria-label={t('label')}>
      <Text size="sm" fw={600} aria-live="polite">
        {t('count', { count: selected.length })}
      </Text>
      {actions.map((one) => (
        <Button
          key={one}
          size="xs"
          variant={one === 'publish' ? 'filled' : 'default'}
          onClick={() => {
            setAction(one);
          }}
        >
          {t(one)}
        </Button>
      ))}
      {mayDuplicate && selected.length === 1 ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            duplicate(selected[0]?.documentId ?? '');
          }}
        >
          {t('duplicate')}
        </Button>
      ) : null}
      {dialog}
      <Button size="xs" variant="subtle" onClick={selection.clear}>
        {t('clear')}
      </Button>
      {action === undefined ? null : (
        <BulkDialog
          key={action}
          {...{ type, locale, action, selection }}
          documents={selected}
          onClose={() => {
            setAction(undefined);
          }}
        />
      )}
    </section>
  );
};
