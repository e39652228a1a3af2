// Where a comment is written. `@` finds people to mention.
import { Button, Combobox, Group, Textarea, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { dataQuery } from '../../api/call.ts';
import type { NamedUser } from '../../api/mentions.ts';
import { useCommentTexts } from '../../messages/useCommentTexts.ts';
import { useDocument } from '../useDocument.ts';

/** As the API. */
const maxLength = 5_000;

const partPattern = /(^|[\s(])@([^\s@]{0,50})$/;

const nobody: readonly NamedUser[] = [];

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  /** Of the button. */
  readonly action: string;
  /** What is there already. */
  readonly initial?: { readonly text: string; readonly mentions: readonly NamedUser[] };
  readonly autoFocus?: boolean;
  readonly onSend: (comment: { readonly text: string; readonly mentions: readonly string[] }) => Promise<unknown>;
  readonly onCancel?: () => void;
}

export const CommentInput = (props: Props) => {
  const { label, placeholder, action, initial, autoFocus = false, onSend, onCancel } = props;
  const t = useCommentTexts();
  const common = useTranslations('common');
  const { form } = useDocument();
  const [text, setText] = useState(initial?.text ?? '');
  const [known, setKnown] = useState<readonly NamedUser[]>(initial?.mentions ?? []);
  const [isSending, setIsSending] = useState(false);
  /** The part of a name after `@`; undefined: the caret is not behind one. */
  const [part, setPart] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox();
  const { type, documentId: id, locale } = form;
  const { data: people = nobody } = useQuery({
    ...dataQuery('GET /api/editor/people', { query: { type: type.uid, documentId: id, locale, q: part } }),
    enabled: part !== undefined,
  });
  const isChoosing = part !== undefined && people.length > 0;
  const { openDropdown, closeDropdown, selectFirstOption } = combobox;
  useEffect(() => {
    if (!isChoosing) {
      closeDropdown();
      return;
    }
    openDropdown();
    selectFirstOption();
  }, [isChoosing, people, openDropdown, closeDropdown, selectFirstOption]);

  const follow = (value: string, caret: number) => {
    setText(value);
    setPart(partPattern.exec(value.slice(0, caret))?.[2]);
  };
  const choose = (documentId: string) => {
    const user = people.find((one) => one.documentId === documentId);
    const caret = input.current?.selectionStart ?? text.length;
    if (typeof user?.username !== 'string') return;
    const before = text.slice(0, caret).replace(partPattern, (_, space: string) => `${space}@${user.username} `);
    setText(before + text.slice(caret));
    setKnown([...known, user]);
    setPart(undefined);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(before.length, before.length);
    });
  };
  const send = async () => {
    if (text.trim() === '' || isSending) return;
    const mentions = known.filter(({ username }) => text.includes(`@${username ?? ''}`));
    setIsSending(true);
    try {
      await onSend({ text, mentions: [...new Set(mentions.map(({ documentId }) => documentId))] });
      setText('');
      setKnown([]);
    } catch {
      // `useAction` has shown the error, and the text stays.
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.DropdownTarget>
        <Combobox.EventsTarget>
          <Textarea
            ref={input}
            aria-label={label}
            {...{ placeholder, maxLength, autoFocus }}
            value={text}
            autosize
            minRows={2}
            maxRows={12}
            dir="auto"
            onChange={({ currentTarget }) => follow(currentTarget.value, currentTarget.selectionStart)}
            onBlur={() => setPart(undefined)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                // Elsewhere the same keys publish the document.
                event.preventDefault();
                event.stopPropagation();
                void send();
              }
              if (event.key !== 'Escape' || (!isChoosing && onCancel === undefined)) return;
              // Only this: the panel stays open.
              event.stopPropagation();
              if (isChoosing) setPart(undefined);
              else onCancel?.();
            }}
          />
        </Combobox.EventsTarget>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!isChoosing}>
        <Combobox.Options aria-label={t('people')}>
          {isChoosing
            ? people.map(({ documentId, username }) => (
                <Combobox.Option key={documentId} value={documentId}>
                  {username}
                </Combobox.Option>
              ))
            : null}
        </Combobox.Options>
      </Combobox.Dropdown>
      <Group justify="flex-end" gap="xs" mt="xs">
        {onCancel === undefined ? null : (
          <Button variant="default" size="compact-sm" onClick={onCancel}>
            {common('cancel')}
          </Button>
        )}
        <Button size="compact-sm" loading={isSending} disabled={text.trim() === ''} onClick={() => void send()}>
          {action}
        </Button>
      </Group>
    </Combobox>
  );
};
