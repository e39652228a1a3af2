// What was deleted and can be restored: one list for each content type, and one for the files of the media library.
import { Box, Button, Select, Text, UnstyledButton } from '@mantine/core';
import { TrashIcon } from '@primer/octicons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { useTrashTexts } from '../messages/useTrashTexts.ts';
import { useLocaleName } from '../api/locales.ts';
import { useSchema } from '../api/schema.ts';
import { emptyTrash, eraseDocument, trashQuery, type RemovedDocument } from '../api/trash.ts';
import { fileUid, useTrash } from '../api/useTrash.ts';
import { writerName } from '../api/writer.ts';
import { typePath } from '../schema/paths.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { MoreButton } from '../ui/MoreButton.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { Page } from '../ui/Page.tsx';
import { TitledRow } from '../ui/TitledRow.tsx';
import { useAction } from '../ui/useAction.ts';
import lists from '../ui/borderedList.module.css';
import classes from './trash.module.css';
import { useRestore } from './useRestore.tsx';

/** It brings the fields. */
const RemovedDialog = lazy(async () => ({ default: (await import('./RemovedDialog.tsx')).RemovedDialog }));

const dayMs = 24 * 3_600_000;

const useDetails = (): ((removed: RemovedDocument) => string) => {
  const t = useTrashTexts();
  const format = useFormatter();
  const now = useNow();
  const localeName = useLocaleName();
  return ({ deletedAt, deletedBy, locales, endsAt }) => {
    const time = format.dateTime(new Date(deletedAt), { dateStyle: 'medium', timeStyle: 'short' });
    const name = writerName(deletedBy);
    const days = Math.max(0, Math.ceil((new Date(endsAt).getTime() - now.getTime()) / dayMs));
    return [
      name === undefined ? t('deleted', { time }) : t('deletedBy', { time, name }),
      ...(locales.length === 0 ? [] : [format.list(locales.map(localeName))]),
      t('daysLeft', { days }),
    ].join(' · ');
  };
};

interface RestoreButtonProps {
  readonly removed: RemovedDocument;
  readonly title: string;
  /** Called when it was tried. */
  readonly onEnd?: () => void;
}

const RestoreButton = ({ removed, title, onEnd }: RestoreButtonProps) => {
  const { type: uid, documentId, locales, title: own } = removed;
  const t = useTrashTexts();
  const restore = useRestore();
  const [isRunning, setIsRunning] = useState(false);
  const run = async (): Promise<void> => {
    if (isRunning) return;
    setIsRunning(true);
    // Several locales come back together; those of other deletions with them.
    const locale = locales.length === 1 ? locales[0] : undefined;
    await restore([{ uid, documentId, locale, title: own ?? undefined }]);
    setIsRunning(false);
    onEnd?.();
  };
  return (
    <Button
      variant="default"
      size="xs"
      // A button that is disabled meanwhile would lose the focus, to which a question for other values returns.
      aria-busy={isRunning}
      aria-label={t('restoreNamed', { title })}
      onClick={() => void run()}
    >
      {t('restore')}
    </Button>
  );
};

const Row = ({ removed, onOpen }: { readonly removed: RemovedDocument; readonly onOpen: () => void }) => {
  const t = useTrashTexts();
  const detailsOf = useDetails();
  const title = removed.title ?? t('untitled');
  const erase = useAction({
    run: () => eraseDocument(removed),
    changes: trashQuery(removed.type).queryKey,
    message: t('erased', { title }),
  });
  return (
    <Box component="li" px="md" py="sm" className={classes.row}>
      <TitledRow
        title={
          <UnstyledButton maw="100%" className={classes.title} aria-label={t('view', { title })} onClick={onOpen}>
            <Text span truncate display="block" fw={600} dir="auto">
              {title}
            </Text>
          </UnstyledButton>
        }
        text={detailsOf(removed)}
      >
        <RestoreButton removed={removed} title={title} />
        <ConfirmButton
          variant="subtle"
          size="xs"
          color="red"
          aria-label={t('eraseNamed', { title })}
          label={t('erase')}
          title={t('eraseTitle', { title })}
          text={t('eraseText')}
          action={erase}
        />
      </TitledRow>
    </Box>
  );
};

/** A type with a trash: a content type, or the files. */
interface TrashType {
  readonly uid: string;
  readonly label: string;
  /** The screen of what is not deleted. */
  readonly back: { readonly to: string; readonly label: string };
}

/** Those that the user may restore documents of. */
const useTrashTypes = (): readonly TrashType[] => {
  const t = useTrashTexts();
  const app = useTranslations('app');
  const { mayRestore } = useTrash();
  const types = [...useSchema().types.values()].filter(({ visible }) => visible);
  return [
    ...types.map((type) => ({
      ...{ uid: type.uid, label: type.plural },
      back: { to: typePath(type), label: type.plural },
    })),
    { uid: fileUid, label: t('media'), back: { to: '/media', label: app('media') } },
  ].filter(({ uid }) => mayRestore(uid));
};

const RemovedList = ({ uid, label }: TrashType) => {
  const t = useTrashTexts();
  const { days } = useTrash();
  const schema = useSchema();
  const query = useInfiniteQuery(trashQuery(uid));
  const [opened, setOpened] = useState<RemovedDocument>();
  const close = () => setOpened(undefined);
  const rows = query.data?.pages.flatMap((page) => page.data);
  const openedTitle = opened?.title ?? t('untitled');
  return (
    <>
      <Loaded query={{ ...query, data: rows }}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState Icon={TrashIcon} title={t('nothing')} text={t('nothingText', { type: label, days })} />
          ) : (
            <ul className={lists.list} aria-label={t('list', { type: label })}>
              {found.map((removed) => (
                <Row
                  key={`${removed.documentId} ${removed.deletedAt}`}
                  removed={removed}
                  onOpen={() => setOpened(removed)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton query={query} />
      {opened === undefined ? null : (
        <Suspense>
          <RemovedDialog
            removed={opened}
            title={openedTitle}
            type={schema.types.get(uid)}
            action={<RestoreButton removed={opened} title={openedTitle} onEnd={close} />}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};

const EmptyButton = ({ uid, label }: TrashType) => {
  const t = useTrashTexts();
  const { data } = useInfiniteQuery(trashQuery(uid));
  const changes = trashQuery(uid).queryKey;
  const empty = useAction({ run: () => emptyTrash(uid), changes, message: t('emptied') });
  if (data === undefined || data.pages.every((page) => page.data.length === 0)) return null;
  return (
    <ConfirmButton
      variant="default"
      c="var(--mantine-color-error)"
      label={t('empty')}
      title={t('emptyTitle')}
      text={t('emptyText', { type: label })}
      action={empty}
    />
  );
};

export const TrashPage = () => {
  const t = useTrashTexts();
  const app = useTranslations('app');
  const { days } = useTrash();
  const types = useTrashTypes();
  const { type: requested } = useSearch({ strict: false });
  const navigate = useNavigate();
  const type = types.find(({ uid }) => uid === (requested ?? types[0]?.uid));
  if (type === undefined) return <NotFound />;
  return (
    <Page
      title={app('trash')}
      back={type.back}
      description={t('description', { days })}
      actions={<EmptyButton key={type.uid} {...type} />}
    >
      <Select
        w="min(100%, 18rem)"
        label={t('type')}
        data={types.map(({ uid, label }) => ({ value: uid, label }))}
        value={type.uid}
        onChange={(uid) => void navigate({ to: '.', search: { type: uid ?? undefined } as never })}
        allowDeselect={false}
        searchable={types.length > 10}
        mb="md"
      />
      <RemovedList key={type.uid} {...type} />
    </Page>
  );
};
