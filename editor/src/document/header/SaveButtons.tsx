// Saves and publishes. Types without drafts have one version, which saving changes for everybody.
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { DownloadIcon } from '@primer/octicons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { revealFaults } from '../../form/revealField.ts';
import { useMay } from '../../api/editor.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { useDocument } from '../useDocument.ts';

const HeldPublish = lazy(() => import('../review/HeldPublish.tsx'));

/** Saves, and shows why a save or a publish that the user has asked for was refused. */
const useSaving = () => {
  const may = useMay();
  const open = useDocument();
  const { form, saver } = open;
  const { draftAndPublish, uid } = form.type;
  const revealRefusal = (): void => {
    if (!['saved', 'changed', 'saving', 'conflict'].includes(saver.status.get().kind)) revealFaults(form);
  };
  const save = async (): Promise<void> => {
    if (!(await saver.save())) revealRefusal();
  };
  return { ...open, mayPublish: draftAndPublish && may('publish', uid), save: () => void save(), revealRefusal };
};

/** For a new document that has a button to publish it. */
export const SaveDraftItem = () => {
  const t = useTranslations('document');
  const { isStored, mayPublish, save } = useSaving();
  return isStored || !mayPublish ? null : (
    <Menu.Item leftSection={<DownloadIcon />} onClick={save}>
      {t('saveDraft')}
    </Menu.Item>
  );
};

/** @param isNarrow one button only; `SaveDraftItem` is in the menu */
export const SaveButtons = ({ isNarrow }: { readonly isNarrow: boolean }) => {
  const t = useTranslations('document');
  const common = useTranslations('common');
  const { form, saver, place, kind, status, isStored, mayPublish, save, revealRefusal } = useSaving();
  const [isPublishing, setIsPublishing] = useState(false);
  const { draftAndPublish } = form.type;
  const publishButton = useRef<HTMLButtonElement>(null);
  const publish = async () => {
    setIsPublishing(true);
    if (await saver.publish()) notifications.show({ message: t('publishedMessage'), color: 'green' });
    else revealRefusal();
    setIsPublishing(false);
  };
  const isPage = place === 'page';
  useShortcut('mod+S', common('save'), isPage ? save : undefined);
  useShortcut('mod+Enter', t('publish'), isPage && mayPublish ? () => publishButton.current?.click() : undefined);
  if (kind === 'deleted') return null;
  if (!draftAndPublish)
    return (
      <Button onClick={save} loading={kind === 'saving'} disabled={kind === 'saved' && isStored}>
        {common('save')}
      </Button>
    );
  const button = (
    <Button
      ref={publishButton}
      onClick={() => void publish()}
      loading={isPublishing}
      disabled={status === 'published' && kind === 'saved'}
    >
      {t('publish')}
    </Button>
  );
  const isHeldByStage = form.type.publishFrom !== undefined;
  return (
    <>
      {/* Nothing saves a new document that the user does not change: a copy of another locale, or a name from a search. */}
      {isStored || (isNarrow && mayPublish) ? null : (
        <Button variant="default" onClick={save} loading={kind === 'saving'}>
          {t('saveDraft')}
        </Button>
      )}
      {!mayPublish ? null : isHeldByStage ? (
        <Suspense fallback={button}>
          <HeldPublish address={form} isNew={!isStored} label={t('publish')} buttonRef={publishButton}>
            {button}
          </HeldPublish>
        </Suspense>
      ) : (
        button
      )}
    </>
  );
};
