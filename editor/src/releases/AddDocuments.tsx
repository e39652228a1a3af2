// Finds documents of all types that the user may release, and adds them to a release.
import { Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useMaySearch } from '../api/editor.ts';
import { useLocales } from '../api/locales.ts';
import { useMayRelease } from '../api/mayRelease.ts';
import { everyLocale, removeFromRelease, releasesKey, type Release, type ReleasedDocument } from '../api/releases.ts';
import { useSchema } from '../api/schema.ts';
import { TargetPicker } from '../fields/RelationField/TargetPicker.tsx';
import type { LinkedDocument } from '../form/types.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import { useAction } from '../ui/useAction.ts';
import { useAddAction } from './useAddAction.ts';
import classes from './releases.module.css';

interface Props {
  readonly release: Release;
  readonly documents: readonly ReleasedDocument[];
}

export const AddDocuments = ({ release, documents }: Props) => {
  const t = useReleaseTexts();
  const mayRelease = useMayRelease();
  const maySearch = useMaySearch();
  const locales = useLocales();
  const [chosen, setChosen] = useState<string>();
  const add = useAddAction(release);
  const remove = useAction({
    run: (id: number) => removeFromRelease(release.id, id),
    changes: releasesKey,
    message: t('removed', { name: release.name ?? '' }),
  });
  const types = [...useSchema().types.values()].filter(mayRelease);
  const locale = chosen ?? locales[0]?.code;
  const localeOf = (uid: string): string | null =>
    types.find((type) => type.uid === uid)?.localized === true ? (locale ?? null) : null;
  const findReleased = ({ uid, documentId }: LinkedDocument): ReleasedDocument | undefined => {
    const wanted = localeOf(uid);
    return documents.find(
      (one) =>
        one.contentType === uid &&
        one.entryDocumentId === documentId &&
        (one.locale === wanted || one.locale === everyLocale || wanted === everyLocale),
    );
  };
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={t('addDocuments')}>
      {locales.length < 2 || !types.some(({ localized }) => localized) ? null : (
        <NativeSelect
          aria-label={t('locale')}
          data={[
            ...locales.map(({ code, name }) => ({ value: code, label: name ?? code })),
            { value: everyLocale, label: t('allLocales') },
          ]}
          value={locale ?? ''}
          onChange={({ currentTarget: { value } }) => {
            setChosen(value);
          }}
        />
      )}
      <div className={classes.picker}>
        <TargetPicker
          types={types}
          searchesAll={types.some(({ uid }) => maySearch(uid))}
          label={t('documents')}
          locale={locale === everyLocale ? undefined : locale}
          closes={false}
          isLinked={(target) => findReleased(target) !== undefined}
          onPick={(target) => {
            const released = findReleased(target);
            const { uid: contentType, documentId: entryDocumentId } = target;
            if (released !== undefined) remove.mutate(released.id);
            else add.mutate([{ type: 'publish', contentType, entryDocumentId, locale: localeOf(contentType) }]);
          }}
        />
      </div>
    </Group>
  );
};
