// The toolbar of rich text.
import {
  BoldIcon,
  CodeIcon,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  ListOrderedIcon,
  ListUnorderedIcon,
  SidebarCollapseIcon,
  SidebarExpandIcon,
  StrikethroughIcon,
} from '@primer/octicons-react';
import { useState, type ReactNode } from 'react';
import { ReactEditor, useSlate } from 'slate-react';
import { useTranslations } from 'use-intl';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { ToolbarButton } from '../../ui/ToolbarButton.tsx';
import { FullScreenButton, type FullScreenState } from '../FullScreen.tsx';
import { ImagePicker } from '../ImagePicker.tsx';
import { LinkDialog } from '../links/LinkDialog.tsx';
import frame from '../textFrame.module.css';
import { BlockMenu } from './BlockMenu.tsx';
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
  toBlockImage,
} from './model/commands.ts';
import type { Mark } from './model/types.ts';

const isMac = (): boolean => /mac|iphone|ipad/iu.test(navigator.userAgent);

/** `Ctrl+B`, on a Mac `⌘B`. @param keys what is pressed with Control or Command */
const modKey = (keys: string): string => (isMac() ? `⌘${keys}` : `Ctrl+${keys}`);

const markButtons: readonly (readonly [mark: Mark, keys: string, icon: ReactNode])[] = [
  ['bold', 'B', <BoldIcon key="bold" />],
  ['italic', 'I', <ItalicIcon key="italic" />],
  ['underline', 'U', <u key="underline">U</u>],
  ['strikethrough', '⇧X', <StrikethroughIcon key="strikethrough" />],
  ['code', 'E', <CodeIcon key="code" />],
];

const listButtons = [
  ['unordered', <ListUnorderedIcon key="unordered" />],
  ['ordered', <ListOrderedIcon key="ordered" />],
] as const;

interface Props {
  readonly label: string;
  readonly isLinking: boolean;
  readonly onLinking: (isLinking: boolean) => void;
  readonly fullScreen: FullScreenState;
}

export const BlocksToolbar = ({ label, isLinking, onLinking, fullScreen }: Props) => {
  const t = useTranslations('fields.blocks');
  const editor = useSlate();
  const [isPicking, setIsPicking] = useState(false);
  const kind = currentKind(editor);
  const [link] = currentLink(editor) ?? [];
  const run = (command: () => void) => () => {
    ReactEditor.focus(editor);
    command();
  };
  return (
    <div className={frame.bar}>
      <Toolbar label={t('toolbar', { label })}>
        <BlockMenu
          kind={kind}
          onChoose={(chosen) => {
            run(() => {
              toggleBlock(editor, chosen);
            })();
          }}
        />
        {markButtons.map(([mark, keys, icon]) => (
          <ToolbarButton
            key={mark}
            label={t(`marks.${mark}`)}
            keys={modKey(keys)}
            isOn={isMarked(editor, mark)}
            disabled={kind?.type === 'code'}
            onClick={run(() => {
              toggleMark(editor, mark);
            })}
          >
            {icon}
          </ToolbarButton>
        ))}
        <ToolbarButton
          label={t('link')}
          keys={modKey('K')}
          isOn={link !== undefined}
          disabled={kind?.type === 'code'}
          onClick={() => {
            onLinking(true);
          }}
        >
          <LinkIcon />
        </ToolbarButton>
        {listButtons.map(([format, icon]) => (
          <ToolbarButton
            key={format}
            label={t(`lists.${format}`)}
            isOn={kind?.type === 'list' && kind.format === format}
            onClick={run(() => {
              toggleBlock(editor, { type: 'list', format });
            })}
          >
            {icon}
          </ToolbarButton>
        ))}
        {kind?.type === 'list' ? (
          <>
            <ToolbarButton
              label={t('outdent')}
              keys={modKey('[')}
              disabled={!canOutdent(editor)}
              onClick={run(() => {
                outdentItem(editor);
              })}
            >
              <SidebarExpandIcon />
            </ToolbarButton>
            <ToolbarButton
              label={t('indent')}
              keys={modKey(']')}
              disabled={!canIndent(editor)}
              onClick={run(() => {
                indentItem(editor);
              })}
            >
              <SidebarCollapseIcon />
            </ToolbarButton>
          </>
        ) : null}
        <ToolbarButton
          label={t('image')}
          onClick={() => {
            setIsPicking(true);
          }}
        >
          <ImageIcon />
        </ToolbarButton>
      </Toolbar>
      {fullScreen.isOn ? null : <FullScreenButton {...fullScreen} />}
      {isLinking ? (
        <LinkDialog
          url={link?.url}
          onSet={(url, title) => {
            setLink(editor, url, title);
          }}
          onRemove={
            link === undefined
              ? undefined
              : () => {
                  removeLink(editor);
                }
          }
          onClose={() => {
            onLinking(false);
            // After the dialog has given the focus back.
            setTimeout(() => {
              ReactEditor.focus(editor);
            }, 50);
          }}
        />
      ) : null}
      {isPicking ? (
        <ImagePicker
          onClose={() => {
            setIsPicking(false);
          }}
          onChoose={(files) => {
            insertImages(editor, files.map(toBlockImage));
          }}
        />
      ) : null}
    </div>
  );
};
