// The form of one document, with all that can be done with it.
import { Alert } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useTranslations } from 'use-intl';
import { documentsKey } from '../api/documents.ts';
import { useEditor } from '../api/editor.ts';
import { useSession } from '../api/session.ts';
import { FieldCommentsContext } from '../form/comments.ts';
import { DocumentFields } from '../fields/DocumentFields.tsx';
import { RelationPanelContext, useRelationPanel } from '../fields/RelationField/RelationPanel.ts';
import { CursorKeeper } from '../form/CursorKeeper.tsx';
import { SavingStateContext } from '../form/FormContext.tsx';
import { revealField } from '../form/revealField.ts';
import type { DocumentForm } from '../form/formStore.ts';
import { useIsHere, useLeave } from '../ui/useLeave.ts';
import { useComments } from './comments/useComments.ts';
import { DocumentHeader } from './header/DocumentHeader.tsx';
import { BesideBar, useBeside } from './locales/Beside.tsx';
import { useCleanPastes } from './useCleanPastes.ts';
import { DocumentContext, type OpenDocument } from './useDocument.ts';
import { useTargetPanel, type LoaderProps } from './useTargetPanel.tsx';
import { usePreview } from './preview/usePreview.ts';
import { ConflictDialog } from './saving/ConflictDialog.tsx';
import { DocumentSaver } from './saving/DocumentSaver.ts';
import type { DocumentRequests, StoredVersion } from './saving/documentRequests.ts';
import { SavingIndicator } from './saving/SavingIndicator.tsx';
import { UnsavedTexts } from './saving/UnsavedTexts.tsx';
import { SavingFaults } from './saving/SavingFaults.tsx';
import { textStore, type UnsavedText } from './saving/textStore.ts';
import { useFollowing } from './saving/useFollowing.ts';
import { useLeaveGuard } from './saving/useLeaveGuard.ts';
import classes from './DocumentEditor.module.css';

const CommentsPanel = lazy(() => import('./comments/CommentsPanel.tsx'));
const HistoryPanel = lazy(() => import('./history/HistoryPanel.tsx'));
const PreviewPane = lazy(() => import('./preview/PreviewPane.tsx'));

interface Props extends Omit<LoaderProps, 'lostLocale' | 'values' | 'copy'> {
  /** Shows another document in the panel beside this one. */
  readonly Loader: ComponentType<LoaderProps>;
  readonly requests: DocumentRequests;
  readonly form: DocumentForm;
  readonly stored: StoredVersion | undefined;
  /** What was typed earlier and not saved. */
  readonly texts: readonly UnsavedText[];
  /** Above the fields. */
  readonly notice?: ReactNode;
}

export const DocumentEditor = (props: Props) => {
  const { address, place, Loader, requests, form, stored, texts, notice, field } = props;
  const { onCreated, onStored, onDeleted, leaveRef } = props;
  const t = useTranslations('document');
  const { type, locale } = address;
  const { user } = useEditor();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = useLeave();
  const isHere = useIsHere();
  const session = useSession();
  const [panel, setPanel] = useState<OpenDocument['panel']>();
  const beside = useBeside(address, place);

  const [saver] = useState(
    () =>
      new DocumentSaver({
        ...{ form, stored, requests },
        texts: textStore(() => ({
          ...{ user: user.documentId, uid: type.uid, locale },
          documentId: type.kind === 'singleType' ? undefined : form.documentId,
        })),
        automatic: type.draftAndPublish,
      }),
  );
  const open: OpenDocument = { form, saver, place, panel, setPanel };
  const preview = usePreview(open);
  const comments = useComments(open);
  const toCreated = () => {
    const { documentId } = form;
    if (place !== 'page' || type.kind === 'singleType' || documentId === undefined || !isHere()) return;
    onCreated?.(documentId);
    void navigate({
      to: '/content/$type/$documentId',
      params: { type: type.name, documentId },
      search: (search) => ({
        ...search,
        // The address may name a locale that the site does not have any more.
        ...(search.locale === undefined || locale === undefined ? {} : { locale }),
        copyOf: undefined,
        copyLocales: undefined,
      }),
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    });
  };
  const afterStoring = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: documentsKey(type.uid) });
    onStored?.(form);
    preview.update();
    if (form.documentId !== address.documentId) toCreated();
  });
  useEffect(() => saver.start(() => afterStoring()), [saver]);
  // The network or the session is back.
  const retry = () => {
    if (saver.status.get().kind === 'waiting') void saver.save();
  };
  const retryLater = useEffectEvent(retry);
  useWindowEvent('online', retry);
  useEffect(() => {
    if (session === 'active') retryLater();
  }, [session]);
  const hash = useLocation({ select: (location) => location.hash });
  const keepsPreview = useLocation({ select: (location) => place === 'page' && location.state.preview === true });
  const openPreview = useEffectEvent(() => {
    // A document without a preview in this locale stays without it.
    void preview.open().catch(() => undefined);
  });
  useEffect(() => {
    if (keepsPreview) openPreview();
  }, [keepsPreview]);
  // The address is that of the page, and may be a link to a field.
  const wantedField = place === 'page' ? hash : field;
  useEffect(() => {
    if (wantedField !== undefined && wantedField !== '') revealField(form, wantedField, true);
  }, [wantedField, form]);
  useFollowing(saver);
  useCleanPastes();
  const mayLeave = useLeaveGuard(saver, form);
  useImperativeHandle(leaveRef, () => mayLeave);

  const outerPanel = useRelationPanel();
  const targets = useTargetPanel(locale, Loader);
  const leaveDeleted = useCallback(() => {
    onDeleted?.();
    if (place === 'page')
      leave(type.kind === 'singleType' ? { to: '/' } : { to: '/content/$type', params: { type: type.name } });
  }, [leave, onDeleted, place, type]);

  // The same element, so that only the indicator renders when the state changes.
  const savingState = useMemo(() => (form.readOnly ? null : <SavingIndicator saver={saver} />), [form, saver]);

  return (
    <DocumentContext value={open}>
      <div className={classes.screen} data-place={place}>
        <div className={classes.form}>
          <DocumentHeader preview={preview} comments={comments} onDeleted={leaveDeleted} />
          <div className={classes.fields} data-beside={beside === undefined ? undefined : true}>
            <div className={classes.notices}>
              {form.readOnly ? <Alert color="gray">{t('readOnly')}</Alert> : null}
              {notice}
              <UnsavedTexts texts={texts} saver={saver} form={form} />
              <SavingFaults form={form} saver={saver} />
              {beside === undefined ? null : <BesideBar beside={beside} />}
            </div>
            {/* A panel in a panel would hide the first one. */}
            <RelationPanelContext value={place === 'panel' ? outerPanel : targets.value}>
              <SavingStateContext value={savingState}>
                <FieldCommentsContext value={comments.ofFields}>
                  <DocumentFields form={form} source={beside?.source} />
                </FieldCommentsContext>
              </SavingStateContext>
              <CursorKeeper form={form} />
            </RelationPanelContext>
          </div>
        </div>
        <Suspense>
          {panel === 'preview' ? <PreviewPane preview={preview} targets={targets.value} /> : null}
          {panel === 'history' ? <HistoryPanel /> : null}
          {panel === 'comments' && comments.ofFields !== undefined ? <CommentsPanel comments={comments} /> : null}
        </Suspense>
        <ConflictDialog form={form} saver={saver} />
        {targets.element}
      </div>
    </DocumentContext>
  );
};
