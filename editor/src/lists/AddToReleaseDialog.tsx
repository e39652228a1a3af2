// Adds the selected documents to a release, and lists those that were refused.
import { Alert, Button, Group, Loader, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BulkFailure } from '../api/bulk.ts';
import type { ListedDocument, QueryParameters } from '../api/documents.ts';
import { readMatching } from '../api/readMatching.ts';
import { createRelease, maxReleaseSize, type ReleaseAction } from '../api/releases.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import { DeedControl } from '../releases/DeedControl.tsx';
import { ReleaseFields, type ReleaseChoice } from '../releases/ReleaseFields.tsx';
import { useAddDocuments } from '../releases/useAddDocuments.ts';
import { useLinkNotice } from '../releases/useLinkNotice.ts';
import type { ContentType } from '../schema/types.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FormButtons } from '../ui/FormButtons.tsx';
import { SubmitForm } from '../ui/SubmitForm.tsx';
import { useAction } from '../ui/useAction.ts';
import { toText } from './titleOf.ts';

const BulkFailures = lazy(() => import('./BulkFailures.tsx'));

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  /** Undefined: all that match the query. */
  readonly documents: readonly ListedDocument[] | undefined;
  readonly query: QueryParameters;
  readonly count: number;
  readonly onClose: () => void;
}

export default function AddToReleaseDialog({ type, locale, documents, query, count, onClose }: Props) {
  const t = useReleaseTexts();
  const words = useTranslations('common');
  const addDocuments = useAddDocuments();
  const showLinks = useLinkNotice();
  const [release, setRelease] = useState<ReleaseChoice>();
  const [deed, setDeed] = useState<ReleaseAction>('publish');
  const [refused, setRefused] = useState<readonly BulkFailure[]>();
  const name = release?.name.trim() ?? '';
  const isTooMany = count > maxReleaseSize;
  const add = useAction({
    run: async (): Promise<readonly BulkFailure[]> => {
      const found = documents ?? (await readMatching(type, query));
      const chosen = release?.id === undefined ? await createRelease({ name }) : { id: release.id, name };
      // Another attempt adds to the same release.
      setRelease({ id: chosen.id, name });
      const actions = found.map(({ documentId: entryDocumentId }) => ({
        ...{ type: deed, contentType: type.uid, entryDocumentId },
        locale: type.localized ? (locale ?? null) : null,
      }));
      const failures = (await addDocuments(chosen, actions)).map(({ index, message }) => ({
        documentId: found[index]?.documentId ?? '',
        title: toText(found[index]?.values[type.mainAttribute]),
        faults: [{ path: [], message }],
      }));
      void showLinks(chosen);
      return failures;
    },
    onSuccess: (failures) => {
      if (failures.length === 0) onClose();
      else setRefused(failures);
    },
  });
  if (refused !== undefined)
    return (
      <Dialog onClose={onClose} title={t('notAdded', { count: refused.length, name })}>
        <Stack>
          <Suspense fallback={<Loader />}>
            <BulkFailures {...{ type, locale }} failures={refused} count={refused.length} />
          </Suspense>
          <Group justify="flex-end">
            <Button onClick={onClose}>{words('close')}</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title={t('addTitle', { count })}>
      <SubmitForm onSubmit={add.mutate}>
        {isTooMany ? <Alert color="red">{t('tooMany', { most: maxReleaseSize })}</Alert> : null}
        <DeedControl label={t('deed')} value={deed} onChange={setDeed} />
        <ReleaseFields value={release} onChange={setRelease} />
        <FormButtons
          submitLabel={t('add')}
          isPending={add.isPending}
          disabled={name === '' || isTooMany}
          onCancel={onClose}
        />
      </SubmitForm>
    </Dialog>
  );
}
