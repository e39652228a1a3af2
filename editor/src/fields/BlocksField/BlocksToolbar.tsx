// The toolbar of rich text.
import {
  BoldIcon,
  CodeIcon,
  ItalicIcon,
  LinkIcon,
  ListOrderedIcon,
  ListUnorderedIcon,
  SidebarCollapseIcon,
  SidebarExpandIcon,
  StrikethroughIcon,
} from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { ReactEditor, useSlate } from 'slate-react';
import { useTranslations } from 'use-intl';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { ToolbarButton } from '../../ui/ToolbarButton.tsx';
import { FullScreenButton, type FullScreenState } from '../FullScreen.tsx';
import { ImageButton } from '../ImagePicker.tsx';
import { LinkDialog } from '../links/LinkDialog.tsx';
import { blockKeys, textKeys, useTextKeys } from '../textKeys.ts';
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
import { markKeys, marks, type Mark } from './model/types.ts';

const markIcons: Readonly<Record<Mark, ReactNode>> = {
  bold: <BoldIcon />,
  italic: <ItalicIcon />,
  underline: <u>U</u>,
  strikethrough: <StrikethroughIcon />,
  code: <CodeIcon />,
};

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
  useTextKeys('blocks');
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
        {marks.map((mark) => (
          <ToolbarButton
            key={mark}
            label={t(`marks.${mark}`)}
            keys={markKeys[mark]}
            isOn={isMarked(editor, mark)}
            disabled={kind?.type === 'code'}
            onClick={run(() => {
              toggleMark(editor, mark);
            })}
          >
            {markIcons[mark]}
          </ToolbarButton>
        ))}
        <ToolbarButton
          label={t('link')}
          keys={textKeys.link}
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
              keys={blockKeys.outdent}
              disabled={!canOutdent(editor)}
              onClick={run(() => {
                outdentItem(editor);
              })}
            >
              <SidebarExpandIcon />
            </ToolbarButton>
            <ToolbarButton
              label={t('indent')}
              keys={blockKeys.indent}
              disabled={!canIndent(editor)}
              onClick={run(() => {
                indentItem(editor);
              })}
            >
              <SidebarCollapseIcon />
            </ToolbarButton>
          </>
        ) : null}
        <ImageButton
          label={t('image')}
          onChoose={(files) => {
            insertImages(editor, files.map(toBlockImage));
          }}
        />
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
          }}
          onFocus={() => {
            ReactEditor.focus(editor);
          }}
        />
      ) : null}
    </div>
  );
};
