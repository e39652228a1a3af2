// The value of a cell: short, in one line, as people read it.
import { Text, Group } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import type { ListedDocument } from '../api/documents.ts';
import { pictureUrl } from '../api/mediaQueries.ts';
import type { LinkedFile } from '../form/types.ts';
import type { Column } from '../schema/columns.ts';
import { dateFormats } from '../ui/dateFormats.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { maxTitles } from './listQuery.ts';
import { toText } from './titleOf.ts';
import classes from './lists.module.css';

const maxFiles = 3;

const Thumbnails = ({ files }: { readonly files: readonly LinkedFile[] }) => {
  const t = useTranslations('lists');
  return (
    <Group gap={4} wrap="nowrap">
      {files.slice(0, maxFiles).map((file) =>
        file.mime.startsWith('image/') ? (
          <img
            key={file.documentId}
            className={classes.thumbnail}
            src={pictureUrl(file, 1)}
            alt={file.alternativeText ?? file.name}
            title={file.name}
            loading="lazy"
          />
        ) : (
          <Text key={file.documentId} size="sm" truncate title={file.name}>
            {file.name === '' ? t('file') : file.name}
          </Text>
        ),
      )}
      {files.length > maxFiles ? <Text size="sm">…</Text> : null}
    </Group>
  );
};

interface Props {
  readonly column: Column;
  readonly document: ListedDocument;
}

/** Who changed a document: a user, or a token. */
type Author = { readonly username?: string; readonly name?: string } | null | undefined;

const listOf = (value: unknown): readonly unknown[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];

export const CellValue = ({ column, document }: Props) => {
  const t = useTranslations('lists');
  const format = useFormatter();
  const { name, type, titleAttribute } = column;
  const value = document.values[name];
  if (type === 'status') return document.status === undefined ? null : <StatusBadge status={document.status} />;
  if (value === null || value === undefined || value === '') return null;
  if (type === 'media') return <Thumbnails files={listOf(value) as readonly LinkedFile[]} />;
  if (type === 'boolean') return <Text size="sm">{value === true ? t('yes') : t('no')}</Text>;
  if (type === 'user') {
    const author = value as Author;
    return <Line text={author?.username ?? author?.name ?? ''} />;
  }
  if (type === 'relation') {
    const titles = listOf(value).map((one) => toText((one as Record<string, unknown>)[titleAttribute ?? '']));
    return <Line text={titles.slice(0, maxTitles).join(', ') + (titles.length > maxTitles ? ' …' : '')} />;
  }
  const dateFormat = dateFormats[type];
  if (dateFormat !== undefined) return <Line text={format.dateTime(new Date(toText(value)), dateFormat)} />;
  return <Line text={type === 'time' ? toText(value).slice(0, 5) : toText(value)} />;
};

/** The direction follows the text: content can be in any language. */
const Line = ({ text }: { readonly text: string }) => (
  <Text size="sm" truncate dir="auto" title={text}>
    {text}
  </Text>
);
