// The menu that a slash opens: kinds of blocks, and a picture. The text keeps the focus.
import { Combobox, Group, Text, useCombobox } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ImageIcon } from '@primer/octicons-react';
import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Editor } from 'slate';
import { ReactEditor, useSlateSelector, useSlateStatic } from 'slate-react';
import { useTranslations } from 'use-intl';
import { ImagePicker } from '../FilePicker.tsx';
import classes from './BlocksField.module.css';
import { kindOptions, useKindName } from './kinds.tsx';
import { insertImages } from './model/commands.ts';
import { applySlash, closeSlash, removeSlash, slashQuery, slashRange } from './model/slash.ts';

const pictureId = 'picture';

/** The text has the focus, so it says which option is selected. */
const describe = (editor: Editor, listId: string | null, id: string | null): void => {
  ReactEditor.toDOMNode(editor, editor).setAttribute('aria-activedescendant', id ?? '');
  const list = listId === null ? null : document.getElementById(listId);
  for (const option of list?.querySelectorAll('[role=option]') ?? [])
    option.setAttribute('aria-selected', String(option.id === id));
};

const squeeze = (text: string): string => text.toLocaleLowerCase().replaceAll(/\s/gu, '');

/** Remembered: the text around it renders at each key. */
export const SlashMenu = memo(({ label }: { readonly label: string }) => {
  const t = useTranslations('fields.blocks');
  const editor = useSlateStatic();
  const nameOf = useKindName();
  const anchor = useRef<HTMLSpanElement>(null);
  const [isPicking, picking] = useDisclosure();
  const query = useSlateSelector(slashQuery);
  const all = [
    ...kindOptions.map((option) => ({ ...option, name: nameOf(option.kind) })),
    { id: pictureId, kind: undefined, icon: <ImageIcon />, typed: '', name: t('image') },
  ];
  const wanted = squeeze(query ?? '');
  const options = all.filter(({ id, name }) => squeeze(name).includes(wanted) || id.startsWith(wanted));
  const isOpen = query !== undefined && options.length > 0;
  const combobox = useCombobox({ opened: isOpen });

  const choose = (id: string): void => {
    const kind = all.find((option) => option.id === id)?.kind;
    ReactEditor.focus(editor);
    if (kind !== undefined) {
      applySlash(editor, kind);
      return;
    }
    removeSlash(editor);
    picking.open();
  };

  // Where the slash is on the screen, from the corner of the area around the text.
  useLayoutEffect(() => {
    const element = anchor.current;
    const frame = element?.parentElement?.getBoundingClientRect();
    const range = isOpen ? slashRange(editor) : undefined;
    if (element === null || frame === undefined || range === undefined) return;
    const { left, bottom } = ReactEditor.toDOMRange(editor, range).getBoundingClientRect();
    element.style.left = `${left - frame.left}px`;
    element.style.top = `${bottom - frame.top}px`;
  });
  useEffect(() => {
    if (query === undefined) closeSlash(editor);
  }, [editor, query]);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    // Keys of an input method, such as Enter for Japanese text.
    if (event.isComposing) return;
    if (key === 'ArrowDown') describe(editor, combobox.listId, combobox.selectNextOption());
    else if (key === 'ArrowUp') describe(editor, combobox.listId, combobox.selectPreviousOption());
    else if (key === 'Enter' || key === 'Tab') combobox.clickSelectedOption();
    else if (key === 'Escape') {
      closeSlash(editor);
      editor.onChange();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    if (!isOpen) return;
    const text = ReactEditor.toDOMNode(editor, editor);
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': combobox.listId ?? '',
      // Escape closes the menu only, and not the panel around the form.
      'data-mantine-stop-propagation': 'true',
    };
    for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, value);
    // Before the text, which has the focus.
    text.addEventListener('keydown', onKeyDown, true);
    return () => {
      text.removeEventListener('keydown', onKeyDown, true);
      for (const name of [...Object.keys(attributes), 'aria-activedescendant']) text.removeAttribute(name);
    };
  }, [editor, isOpen, combobox.listId]);
  const { selectFirstOption, listId } = combobox;
  useEffect(() => {
    if (isOpen) describe(editor, listId, selectFirstOption());
  }, [editor, isOpen, wanted, selectFirstOption, listId]);

  return (
    <>
      <Combobox store={combobox} position="bottom-start" width={260} withinPortal onOptionSubmit={choose}>
        <Combobox.DropdownTarget>
          <span ref={anchor} className={classes.slash} />
        </Combobox.DropdownTarget>
        <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
          {/* Browsers let the keyboard focus what scrolls; this list belongs to the text, which has the focus. */}
          <Combobox.Options
            tabIndex={-1}
            aria-label={t('insert', { label })}
            mah="min(27rem, 60vh)"
            style={{ overflowY: 'auto' }}
          >
            {isOpen
              ? options.map(({ id, icon, name, typed }) => (
                  <Combobox.Option key={id} value={id}>
                    <Group component="span" gap="xs" wrap="nowrap" className={classes.option ?? ''}>
                      {icon}
                      <Text span inherit flex={1}>
                        {name}
                      </Text>
                      <kbd>{typed}</kbd>
                    </Group>
                  </Combobox.Option>
                ))
              : null}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {isPicking ? <ImagePicker onClose={picking.close} onChoose={(files) => insertImages(editor, files)} /> : null}
    </>
  );
});
SlashMenu.displayName = 'SlashMenu';
