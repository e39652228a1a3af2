// Replaces the file of a record. What people wrote of it stays, unless they say otherwise.
import { Box, Button, Checkbox, FileButton, Modal, Text } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { acceptedTypes, mediaKindOf, type MediaFile } from '../../api/mediaQueries.ts';
import type { Uploads } from '../../api/useUploads.ts';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { UploadList } from '../../ui/UploadList.tsx';

interface Props {
  readonly file: MediaFile;
  readonly uploads: Uploads;
}

interface DialogProps extends Props {
  /** The file that replaces the other. */
  readonly chosen: File;
  readonly onClose: () => void;
}

const ReplaceDialog = ({ file, uploads, chosen, onClose }: DialogProps) => {
  const t = useTranslations('media');
  const [takesName, setTakesName] = useState(false);
  const [removesPoint, setRemovesPoint] = useState(false);
  const [newUrl, setNewUrl] = useState(false);
  return (
    <Modal opened onClose={onClose} title={t('file.replaceTitle', { name: file.name })}>
      <SubmitForm
        onSubmit={() => {
          const name = takesName ? chosen.name : file.name;
          uploads.start([chosen], {
            ...{ replaces: file.id, newUrl },
            fileInfo: { name, focalPoint: removesPoint ? null : file.focalPoint },
          });
          onClose();
        }}
      >
        <Text size="sm">{t('file.replaceHint')}</Text>
        {chosen.name === file.name ? null : (
          <Checkbox
            label={t('file.takeName', { name: chosen.name })}
            checked={takesName}
            onChange={(event) => {
              setTakesName(event.currentTarget.checked);
            }}
          />
        )}
        {file.focalPoint === null ? null : (
          <Checkbox
            label={t('focalPoint.reset')}
            checked={removesPoint}
            onChange={(event) => {
              setRemovesPoint(event.currentTarget.checked);
            }}
          />
        )}
        <Checkbox
          label={t('file.newUrl')}
          checked={newUrl}
          onChange={(event) => {
            setNewUrl(event.currentTarget.checked);
          }}
        />
        <FormButtons submitLabel={t('file.replace')} onCancel={onClose} />
      </SubmitForm>
    </Modal>
  );
};

export const ReplaceButton = ({ file, uploads }: Props) => {
  const t = useTranslations('media.file');
  const [chosen, setChosen] = useState<File | null>(null);
  const reset = useRef<() => void>(null);
  const own = uploads.uploads.filter(({ replaces }) => replaces === file.id);
  return (
    <>
      <FileButton
        accept={acceptedTypes([mediaKindOf(file.mime)])?.join(',') ?? ''}
        resetRef={reset}
        onChange={setChosen}
      >
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            leftSection={<SyncIcon />}
            disabled={own.some(({ error }) => error === undefined)}
          >
            {t('replace')}
          </Button>
        )}
      </FileButton>
      {chosen === null ? null : (
        <ReplaceDialog
          {...{ file, uploads, chosen }}
          onClose={() => {
            setChosen(null);
            reset.current?.();
          }}
        />
      )}
      {own.length === 0 ? null : (
        <Box w="100%">
          <UploadList uploads={{ ...uploads, uploads: own }} />
        </Box>
      )}
    </>
  );
};
