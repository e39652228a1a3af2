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
import { ImageButton } from '../FilePicker.tsx';
import { textKeys, useTextKeys } from '../textKeys.ts';
import { insertImages, insertTable, toggleAround, toggleLines, type Edit, type Selected } from './commands.ts';

type Command = (selected: Selected) => Edit;

const buttons = [
  ['blocks.marks.bold', <BoldIcon key="bold" />, (selected) => toggleAround(selected, '**')],
  ['blocks.marks.italic', <ItalicIcon key="italic" />, (selected) => toggleAround(selected, '_')],
  ['markdown.heading', <HeadingIcon key="heading" />, (selected) => toggleLines(selected, 'heading')],
  ['blocks.kinds.quote', <QuoteIcon key="quote" />, (selected) => toggleLines(selected, 'quote')],
  ['blocks.kinds.code', <CodeIcon key="code" />, (selected) => toggleAround(selected, '`')],
  ['blocks.lists.unordered', <ListUnorderedIcon key="unordered" />, (selected) => toggleLines(selected, 'unordered')],
  ['blocks.lists.ordered', <ListOrderedIcon key="ordered" />, (selected) => toggleLines(selected, 'ordered')],
  ['markdown.table', <TableIcon key="table" />, insertTable],
] as const satisfies readonly (readonly [name: string, icon: ReactNode, command: Command])[];

interface Props {
  readonly label: string;
  readonly onCommand: (command: Command) => void;
  readonly onLink: () => void;
}

export const MarkdownToolbar = ({ label, onCommand, onLink }: Props) => {
  const t = useTranslations('fields');
  useTextKeys('markdown');
  return (
    <Toolbar label={t('blocks.toolbar', { label })}>
      {buttons.map(([name, icon, command]) => (
        <ToolbarButton key={name} label={t(name)} onClick={() => onCommand(command)}>
          {icon}
        </ToolbarButton>
      ))}
      <ToolbarButton label={t('links.link')} keys={textKeys.link} onClick={onLink}>
        <LinkIcon />
      </ToolbarButton>
      <ImageButton
        label={t('blocks.image')}
        onChoose={(files) => onCommand((selected) => insertImages(selected, files))}
      />
    </Toolbar>
  );
};
