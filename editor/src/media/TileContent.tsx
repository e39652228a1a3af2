// What a tile shows of a file: its picture and its name.
import { Text } from '@mantine/core';
import type { MediaFile } from '../api/mediaQueries.ts';
import { FileThumbnail } from '../ui/FileThumbnail.tsx';
import classes from './tiles.module.css';

export const TileContent = ({ file }: { readonly file: MediaFile }) => (
  <>
    <FileThumbnail file={file} />
    <Text span size="xs" truncate className={classes.name ?? ''} dir="auto">
      {file.name}
    </Text>
  </>
);
