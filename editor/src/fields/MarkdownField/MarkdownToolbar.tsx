// The toolbar of Markdown text.
import {
  BoldIcon,
  CodeIcon,
  HeadingIcon,
  ItalicIcon,
  LinkIcon,
  ListOrderedIcon,
  ListUnorderedIcon,
  QuoteIcon,
  TableIcon,
} from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { ToolbarButton } from '../../ui/ToolbarButton.tsx';
import { ImageButton } from '../ImagePicker.tsx';
import { textKeys, useTextKeys } from '../textKeys.ts';
import { insertImages, insertTable, toggleAround, toggleLines, type Edit, type Selected } from './commands.ts';

type Command = (selected: Selected) => Edit;

const buttons = [
  ['bold', <BoldIcon key="bold" />, (selected) => toggleAround(selected, '**')],
  ['italic', <ItalicIcon key="italic" />, (selected) => toggleAround(selected, '_')],
  ['heading', <HeadingIcon key="heading" />, (selected) => toggleLines(selected, 'heading')],
  ['quote', <QuoteIcon key="quote" />, (selected) => toggleLines(selected, 'quote')],
  ['code', <CodeIcon key="code" />, (selected) => toggleAround(selected, '`')],
  ['unordered', <ListUnorderedIcon key="unordered" />, (selected) => toggleLines(selected, 'unordered')],
  ['ordered', <ListOrderedIcon key="ordered" />, (selected) => toggleLines(selected, 'ordered')],
  ['table', <TableIcon key="table" />, insertTable],
] as const satisfies readonly (readonly [name: string, icon: ReactNode, command: Command])[];

interface Props {
  readonly label: string;
  readonly onCommand: (command: Command) => void;
  readonly onLink: () => void;
}

export const MarkdownToolbar = ({ label, onCommand, onLink }: Props) => {
  const t = useTranslations('fields.markdown');
  useTextKeys('markdown');
  return (
    <Toolbar label={t('toolbar', { label })}>
      {buttons.map(([name, icon, command]) => (
        <ToolbarButton
          key={name}
          label={t(name)}
          onClick={() => {
            onCommand(command);
          }}
        >
          {icon}
        </ToolbarButton>
      ))}
      <ToolbarButton label={t('link')} keys={textKeys.link} onClick={onLink}>
        <LinkIcon />
      </ToolbarButton>
      <ImageButton
        label={t('image')}
        onChoose={(files) => {
          onCommand((selected) => insertImages(selected, files));
        }}
      />
    </Toolbar>
  );
};
