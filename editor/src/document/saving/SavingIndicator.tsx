// Says whether the document is saved. Screen readers announce each change.
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { DocumentSaver } from './DocumentSaver.ts';
import { useSavingState } from './useSavingState.ts';

const warnings = ['waiting', 'refused', 'conflict', 'deleted', 'unpublished', 'failed'];

interface Props {
  readonly saver: DocumentSaver;
  readonly className?: string | undefined;
}

export const SavingIndicator = ({ saver, className }: Props) => {
  const t = useTranslations('document.saving');
  const state = useSavingState(saver);
  // What was typed during the publish is not saved yet.
  const kind = state.kind === 'unpublished' && saver.stored.hasChanges() ? 'changed' : state.kind;
  const isNew = kind === 'saved' && !saver.stored.exists();
  const text = t(isNew ? 'new' : kind);
  return (
    <Text
      size="sm"
      className={className}
      c={warnings.includes(kind) ? 'red' : 'dimmed'}
      title={text}
      role="status"
      aria-live="polite"
    >
      {text}
    </Text>
  );
};
