// Fills the uid of a new document while its target is typed, until the user writes another one.
import { useEffect } from 'react';
import { suggestUid } from '../../api/uids.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import type { Attribute } from '../../schema/types.ts';

const pause = 400;

/** @returns the attribute that uids are made from; undefined where the API suggests none */
export const suggestionTarget = (form: DocumentForm, name: string, attribute: Attribute): string | undefined =>
  attribute.private === true || name.includes('.') || form.type.kind === 'singleType'
    ? undefined
    : attribute.targetField;

const textAt = (form: DocumentForm, path: string): string => {
  const value = form.getValue(path);
  return typeof value === 'string' ? value.trim() : '';
};

/** @param target undefined: nothing is suggested */
export const useSuggestion = (form: DocumentForm, name: string, target: string | undefined): void => {
  useEffect(() => {
    if (target === undefined || form.readOnly || form.documentId !== undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let text = '';
    /** Whether a suggestion may fill the field: the document is not created yet, and the user wrote no uid. */
    const isAutomatic = () =>
      form.documentId === undefined && (form.getValue(name) ?? undefined) === form.getSuggested()[name];
    const suggest = async () => {
      const source = text;
      // The next key asks again, and the API suggests one when it creates the document.
      const suggestion = await suggestUid(form.type, name, target, source, form.locale).catch(() => undefined);
      if (suggestion === undefined || source !== text || !isAutomatic()) return;
      form.suggestValue(name, suggestion);
    };
    const follow = () => {
      const now = textAt(form, target);
      if (now === text || !isAutomatic()) return;
      text = now;
      clearTimeout(timer);
      if (now !== '') timer = setTimeout(() => void suggest(), pause);
    };
    // The target may have been typed before this field was loaded.
    follow();
    const unsubscribe = form.subscribe(follow);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [form, name, target]);
};
