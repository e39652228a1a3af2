// Chooses pictures of the media library for a text.
import { ImageIcon } from '@primer/octicons-react';
import { Suspense, lazy, useState } from 'react';
import type { MediaFile } from '../api/mediaQueries.ts';
import { ToolbarButton } from '../ui/ToolbarButton.tsx';

const MediaPicker = lazy(() => import('../media/MediaPicker.tsx'));

interface Props {
  readonly onClose: () => void;
  readonly onChoose: (files: readonly MediaFile[]) => void;
}

export const ImagePicker = (props: Props) => (
  <Suspense>
    <MediaPicker {...props} multiple allowedTypes={['images']} />
  </Suspense>
);

interface ButtonProps extends Pick<Props, 'onChoose'> {
  readonly label: string;
}

export const ImageButton = ({ label, onChoose }: ButtonProps) => {
  const [isPicking, setIsPicking] = useState(false);
  return (
    <>
      <ToolbarButton
        label={label}
        onClick={() => {
          setIsPicking(true);
        }}
      >
        <ImageIcon />
      </ToolbarButton>
      {isPicking ? (
        <ImagePicker
          onClose={() => {
            setIsPicking(false);
          }}
          onChoose={onChoose}
        />
      ) : null}
    </>
  );
};
