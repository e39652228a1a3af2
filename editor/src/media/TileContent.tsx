// What a tile shows of a file: its picture and its name.
import { Text } from '@mantine/core';
import type { MediaFile } from '../api/mediaQueries.ts';
import { FileThumbnail } from '../ui/FileThumbnail.tsx';

export const TileContent = ({ file }: { readonly file: MediaFile }) => (
  <>
    <FileThumbnail file={file} />
    <Text span size="xs" truncate display="block" dir="auto">
      {file.name}
    </Text>
  </>
);
