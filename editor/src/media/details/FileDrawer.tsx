// The details of a file beside the library: its preview, its texts, where it is used, and what can be done with it.
import { Drawer, List, Stack, Text, Title } from '@mantine/core';
import { FileIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../api/client.ts';
import { useMediaFile } from '../../api/media.ts';
import { mediaKindOf, type MediaFile, type MediaFolder } from '../../api/mediaQueries.ts';
import type { Uploads } from '../../api/useUploads.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FileTextInput } from '../../ui/FileTextInput.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { useFileSize } from '../../ui/useFileSize.ts';
import { folderPath } from '../folders.ts';
import { useMediaRights } from '../useLibrary.ts';
import { UsingDocumentLink } from '../UsingDocumentLink.tsx';
import { useUsages } from '../useUsages.ts';
import { FileActions } from './FileActions.tsx';
import { FilePreview } from './FilePreview.tsx';
import classes from './details.module.css';
import { Hint } from '../../ui/Hint.tsx';

interface Props {
  /** Undefined: it is closed. */
  readonly documentId: string | undefined;
  /** The file as the list shows it. */
  readonly listed: MediaFile | undefined;
  readonly folders: readonly MediaFolder[];
  /** The uploads of the library; some may replace this file. */
  readonly uploads: Uploads;
  readonly onClose: () => void;
}

interface FileProps {
  readonly file: MediaFile;
}

/** The texts of a file. Each is stored when its field is left. */
const FileTexts = ({ file, mayChange }: FileProps & { readonly mayChange: boolean }) => {
  const t = useTranslations('media.file');
  const hasAlternative = mediaKindOf(file.mime) === 'images';
  if (!mayChange)
    return (
      <Stack gap="xs">
        {(['alternativeText', 'caption'] as const).map((property) =>
          file[property] === null || file[property] === '' ? null : (
            <div key={property}>
              <Text size="xs" c="dimmed">
                {t(property)}
              </Text>
              <Text size="sm" dir="auto">
                {file[property]}
              </Text>
            </div>
          ),
        )}
      </Stack>
    );
  return (
    <Stack gap="xs">
      <FileTextInput file={file} property="name" label={t('name')} />
      {hasAlternative ? (
        <FileTextInput
          file={file}
          property="alternativeText"
          label={t('alternativeText')}
          description={t('alternativeTextHint')}
        />
      ) : null}
      <FileTextInput file={file} property="caption" label={t('caption')} multiline />
    </Stack>
  );
};

/** The documents that use a file, with links into their forms. */
const FileUsage = ({ documentId }: { readonly documentId: string }) => {
  const t = useTranslations('media.usage');
  const usages = useUsages([documentId], true);
  return (
    <Stack gap="xs" component="section" aria-busy={usages.isPending}>
      <Title order={2} size="h5">
        {t('title')}
      </Title>
      <Loaded query={usages} height={40}>
        {({ documents, hidden, complete }) =>
          documents.length === 0 && hidden === 0 ? (
            <Hint>{t('none')}</Hint>
          ) : (
            <>
              <List listStyleType="none" spacing="xs" aria-label={t('title')}>
                {documents.map((document) => (
                  <List.Item key={`${document.uid} ${document.documentId} ${document.locale ?? ''}`}>
                    <UsingDocumentLink document={document} />
                  </List.Item>
                ))}
                {hidden === 0 ? null : (
                  <List.Item>
                    <Hint>{t('hidden', { count: hidden })}</Hint>
                  </List.Item>
                )}
              </List>
              {complete ? null : (
                <Text size="xs" c="dimmed">
                  {t('incomplete')}
                </Text>
              )}
            </>
          )
        }
      </Loaded>
    </Stack>
  );
};

/** What is known of a file: its type, its size, its dates, its folder and its address. */
const FileFacts = ({ file, folders }: Pick<Props, 'folders'> & FileProps) => {
  const t = useTranslations('media.file');
  const picker = useTranslations('fields.picker');
  const writeSize = useFileSize();
  const { mime, size, width, height, createdAt, updatedAt, folder, url } = file;
  const path = folderPath(folders, folder ?? null).map(({ name }) => name);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('kind'), mime],
    [t('size'), writeSize(size * 1000)],
    ...(width === null || height === null ? [] : [[t('dimensions'), t('pixels', { width, height })] as const]),
    [t('folder'), path.length === 0 ? picker('top') : path.join(' › ')],
    [t('uploaded'), <DateTime key="uploaded" value={createdAt} />],
    [t('changed'), <DateTime key="changed" value={updatedAt} />],
  ];
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('facts')}
      </Title>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <CopyField label={t('address')} value={new URL(url, location.origin).href} />
    </Stack>
  );
};

export const FileDrawer = ({ documentId, listed, folders, uploads, onClose }: Props) => {
  const t = useTranslations('media.file');
  const { mayFindOne, mayChange } = useMediaRights();
  const read = useMediaFile(mayFindOne ? documentId : undefined, listed);
  const file = mayFindOne ? read.data : listed;
  if (documentId === undefined) return null;
  const isMissing = read.error instanceof ApiError && read.error.status === 404;
  return (
    <Drawer
      opened
      position="right"
      size="32rem"
      title={file?.name ?? t('name')}
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      {isMissing ? (
        <EmptyState Icon={FileIcon} title={t('notFound')} />
      ) : (
        <Loaded query={{ ...read, data: file }} height={240}>
          {(one) => (
            <Stack key={one.documentId}>
              <FilePreview file={one} mayChange={mayChange(one)} />
              <FileActions file={one} folders={folders} uploads={uploads} onDeleted={onClose} />
              <FileTexts file={one} mayChange={mayChange(one)} />
              {mayFindOne ? <FileUsage documentId={one.documentId} /> : null}
              <FileFacts file={one} folders={folders} />
            </Stack>
          )}
        </Loaded>
      )}
    </Drawer>
  );
};
