// The files as a list, in which texts are edited in place.
import { Box, Checkbox, Table, Text, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { mediaKindOf } from '../api/mediaQueries.ts';
import { DateTime } from '../ui/DateTime.tsx';
import { FileTextInput } from '../ui/FileTextInput.tsx';
import { FileThumbnail } from '../ui/FileThumbnail.tsx';
import { useFileSize } from '../ui/useFileSize.ts';
import { dragProps, type FilesProps } from './dragData.ts';
import classes from './media.module.css';

export const FileTable = (props: FilesProps) => {
  const { files, selection, mayChange, onOpen } = props;
  const t = useTranslations('media');
  const fields = useTranslations('fields.media');
  const writeSize = useFileSize();
  const areAllSelected = files.every(({ documentId }) => selection.selected.has(documentId));
  return (
    <Table layout="fixed" className={classes.table ?? ''} aria-label={t('files')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="3rem">
            <Checkbox
              size="md"
              aria-label={t('selection.all')}
              checked={areAllSelected}
              indeterminate={!areAllSelected && selection.selected.size > 0}
              onChange={() => selection.set(areAllSelected ? [] : files.map(({ documentId }) => documentId))}
            />
          </Table.Th>
          <Table.Th>{t('file.name')}</Table.Th>
          <Table.Th className={classes.wideColumn ?? ''}>{t('file.alternativeText')}</Table.Th>
          <Table.Th className={classes.wideColumn ?? ''}>{t('file.caption')}</Table.Th>
          <Table.Th w="6rem">{t('file.size')}</Table.Th>
          <Table.Th className={classes.dateColumn ?? ''}>{t('file.changed')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {files.map((file) => {
          const { documentId, name, mime, size, updatedAt, alternativeText, caption } = file;
          const isSelected = selection.selected.has(documentId);
          return (
            <Table.Tr key={documentId} data-selected={isSelected}>
              <Table.Td>
                <Checkbox
                  size="md"
                  aria-label={t('select', { name })}
                  checked={isSelected}
                  onChange={() => selection.toggle(documentId)}
                />
              </Table.Td>
              <Table.Td {...dragProps(file, props)}>
                <UnstyledButton
                  className={classes.rowName ?? ''}
                  aria-label={t('open', { name })}
                  onClick={() => onOpen(documentId)}
                >
                  <Box component="span" flex="none" w="3.5rem">
                    <FileThumbnail file={file} />
                  </Box>
                  <Text span size="sm" fw={600} truncate dir="auto">
                    {name}
                  </Text>
                </UnstyledButton>
              </Table.Td>
              <Table.Td className={classes.wideColumn ?? ''}>
                {mayChange(file) && mediaKindOf(mime) === 'images' ? (
                  <FileTextInput
                    file={file}
                    property="alternativeText"
                    size="xs"
                    placeholder={t('undescribed')}
                    ariaLabel={fields('alternativeOf', { name })}
                  />
                ) : (
                  <Text size="sm" dir="auto">
                    {alternativeText}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className={classes.wideColumn ?? ''}>
                {mayChange(file) ? (
                  <FileTextInput file={file} property="caption" size="xs" ariaLabel={t('captionOf', { name })} />
                ) : (
                  <Text size="sm" dir="auto">
                    {caption}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="sm">{writeSize(size * 1000)}</Text>
              </Table.Td>
              <Table.Td className={classes.dateColumn ?? ''}>
                <Text size="sm" component="div">
                  <DateTime value={updatedAt} />
                </Text>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
};
