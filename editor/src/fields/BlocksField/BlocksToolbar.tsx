// The toolbar of rich text.
import { Button, Menu } from '@mantine/core';
import type { UseDisclosureHandlers } from '@mantine/hooks';
import {
  BoldIcon,
  ChevronDownIcon,
  CodeIcon,
  ItalicIcon,
  LinkIcon,
  SidebarCollapseIcon,
  SidebarExpandIcon,
  StrikethroughIcon,
} from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { ReactEditor, useSlate } from 'slate-react';
import { useTranslations } from 'use-intl';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { ToolbarButton } from '../../ui/ToolbarButton.tsx';
import { ImageButton } from '../FilePicker.tsx';
import { LinkDialog } from '../links/LinkDialog.tsx';
import { blockKeys, textKeys, useTextKeys } from '../textKeys.ts';
import { kindOptions, useKindName } from './kinds.tsx';
import {
  canIndent,
  canOutdent,
  currentKind,
  currentLink,
  indentItem,
  insertImages,
  isMarked,
  outdentItem,
  removeLink,
  setLink,
  toggleBlock,
  toggleMark,
} from './model/commands.ts';
import { markKeys, marks, type Mark } from './model/types.ts';

const markIcons: Readonly<Record<Mark, ReactNode>> = {
  bold: <BoldIcon />,
  italic: <ItalicIcon />,
  underline: <u>U</u>,
  strikethrough: <StrikethroughIcon />,
  code: <CodeIcon />,
};

const levelButtons = [
  ['outdent', <SidebarExpandIcon key="outdent" />, canOutdent, outdentItem],
  ['indent', <SidebarCollapseIcon key="indent" />, canIndent, indentItem],
] as const;

interface Props {
  readonly label: string;
  readonly isLinking: boolean;
  readonly linking: UseDisclosureHandlers;
}

export const BlocksToolbar = ({ label, isLinking, linking }: Props) => {
  const t = useTranslations('fields.blocks');
  const links = useTranslations('fields.links');
  const nameOf = useKindName();
  const editor = useSlate();
  useTextKeys('blocks');
  const kind = currentKind(editor);
  const kindName = kind?.type === 'list' ? t('kinds.list') : nameOf(kind);
  const [link] = currentLink(editor) ?? [];
  const focus = () => ReactEditor.focus(editor);
  const run =
    <Rest extends readonly unknown[]>(command: (on: typeof editor, ...rest: Rest) => void, ...rest: Rest) =>
    () => {
      focus();
      command(editor, ...rest);
    };
  return (
    <>
      <Toolbar label={t('toolbar', { label })}>
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              rightSection={<ChevronDownIcon />}
              aria-label={t('kind', { kind: kindName })}
            >
              {kindName}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {kindOptions
              .filter((option) => option.kind.type !== 'list')
              .map((option) => (
                <Menu.Item key={option.id} onClick={run(toggleBlock, option.kind)}>
                  {nameOf(option.kind)}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
        {marks.map((mark) => (
          <ToolbarButton
            key={mark}
            label={t(`marks.${mark}`)}
            keys={markKeys[mark]}
            isOn={isMarked(editor, mark)}
            disabled={kind?.type === 'code'}
            onClick={run(toggleMark, mark)}
          >
            {markIcons[mark]}
          </ToolbarButton>
        ))}
        <ToolbarButton
          label={links('link')}
          keys={textKeys.link}
          isOn={link !== undefined}
          disabled={kind?.type === 'code'}
          onClick={linking.open}
        >
          <LinkIcon />
        </ToolbarButton>
        {kindOptions
          .filter((option) => option.kind.type === 'list')
          .map((option) => (
            <ToolbarButton
              key={option.id}
              label={nameOf(option.kind)}
              isOn={kind?.type === 'list' && kind.format === option.id}
              onClick={run(toggleBlock, option.kind)}
            >
              {option.icon}
            </ToolbarButton>
          ))}
        {kind?.type === 'list'
          ? levelButtons.map(([name, icon, can, command]) => (
              <ToolbarButton
                key={name}
                label={t(name)}
                keys={blockKeys[name]}
                disabled={!can(editor)}
                onClick={run(command)}
              >
                {icon}
              </ToolbarButton>
            ))
          : null}
        <ImageButton label={t('image')} onChoose={(files) => insertImages(editor, files)} />
      </Toolbar>
      {isLinking ? (
        <LinkDialog
          url={link?.url}
          onSet={(url, title) => setLink(editor, url, title)}
          onRemove={() => removeLink(editor)}
          onClose={linking.close}
          onFocus={focus}
        />
      ) : null}
    </>
  );
};
