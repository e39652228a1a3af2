// Chooses pictures of the media library for a text.
import { Suspense, lazy } from 'react';
import type { MediaFile } from '../api/mediaQueries.ts';

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
