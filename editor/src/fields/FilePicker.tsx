// Chooses files of the media library, for a field or for a text.
import { useDisclosure } from '@mantine/hooks';
import { ImageIcon } from '@primer/octicons-react';
import { Suspense, lazy, type ComponentProps } from 'react';
import { ToolbarButton } from '../ui/ToolbarButton.tsx';

const MediaPicker = lazy(() => import('../media/MediaPicker.tsx'));

type PickerProps = ComponentProps<typeof MediaPicker>;

export const FilePicker = (props: PickerProps) => (
  <Suspense>
    <MediaPicker {...props} />
  </Suspense>
);

export const ImagePicker = (props: Pick<PickerProps, 'onClose' | 'onChoose'>) => (
  <FilePicker {...props} multiple allowedTypes={['images']} />
);

/** The button of a toolbar that opens it. */
export const ImageButton = ({ label, onChoose }: Pick<PickerProps, 'onChoose'> & { readonly label: string }) => {
  const [isPicking, { open, close }] = useDisclosure();
  return (
    <>
      <ToolbarButton label={label} onClick={open}>
        <ImageIcon />
      </ToolbarButton>
      {isPicking ? <ImagePicker onClose={close} onChoose={onChoose} /> : null}
    </>
  );
};
