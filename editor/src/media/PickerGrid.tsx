// The files that can be chosen, as tiles that are pressed or not.
import { Box, Center, Loader, Text, UnstyledButton } from '@mantine/core';
import { CheckCircleFillIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { useMediaFiles } from '../api/media.ts';
import type { MediaFile } from '../api/mediaQueries.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { MoreButton } from '../ui/MoreButton.tsx';
import classes from './MediaPicker.module.css';
import { TileContent } from './TileContent.tsx';
import tiles from './tiles.module.css';

interface Props {
  readonly files: ReturnType<typeof useMediaFiles>;
  readonly chosen: readonly MediaFile[];
  readonly isSearch: boolean;
  readonly onToggle: (file: MediaFile) => void;
}

export const PickerGrid = ({ files, chosen, isSearch, onToggle }: Props) => {
  const t = useTranslations('fields.picker');
  if (files.isPending)
    return (
      <Center mih="18rem">
        <Loader />
      </Center>
    );
  if (files.isError) return <ErrorMessage error={files.error} onRetry={() => void files.refetch()} />;
  const rows = files.data;
  if (rows.length === 0)
    return (
      <Center mih="18rem">
        <Text c="dimmed">{t(isSearch ? 'noneFound' : 'empty')}</Text>
      </Center>
    );
  return (
    <Box mih="18rem">
      <div className={tiles.tiles} role="group" aria-label={t('files')}>
        {rows.map((file) => {
          const place = chosen.findIndex(({ id }) => id === file.id);
          return (
            <UnstyledButton
              key={file.id}
              className={tiles.tile ?? ''}
              aria-pressed={place >= 0}
              title={file.name}
              onClick={() => {
                onToggle(file);
              }}
            >
              <TileContent file={file} />
              {place < 0 ? null : (
                <span className={classes.check}>
                  <CheckCircleFillIcon size={20} />
                </span>
              )}
            </UnstyledButton>
          );
        })}
      </div>
      <MoreButton query={files} />
    </Box>
  );
};
