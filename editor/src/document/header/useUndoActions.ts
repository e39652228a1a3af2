// Undo and redo: their actions and their shortcuts.
import { RedoIcon, UndoIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useUndo } from '../../form/useUndo.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Place } from '../LoaderProps.ts';
import type { HeaderAction } from './HeaderAction.tsx';

export const useUndoActions = (form: DocumentForm, place: Place): readonly HeaderAction[] => {
  const t = useTranslations('document');
  const { canUndo, canRedo, undo, redo } = useUndo(form);
  const hasShortcuts = place === 'page' && !form.readOnly;
  useShortcut('mod+Z', t('undo'), hasShortcuts ? undo : undefined);
  useShortcut('mod+shift+Z', t('redo'), hasShortcuts ? redo : undefined);
  if (form.readOnly) return [];
  return [
    { label: t('undo'), Icon: UndoIcon, run: undo, isDisabled: !canUndo },
    { label: t('redo'), Icon: RedoIcon, run: redo, isDisabled: !canRedo },
  ];
};
