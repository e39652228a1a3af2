// Copies the locales of a document, and says how far it is and what failed, also on the next screens.
import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { documentsKey } from '../../api/documents.ts';
import { grantOf, useEditor } from '../../api/editor.ts';
import { useLocaleName } from '../../api/locales.ts';
import { useSchema } from '../../api/schema.ts';
import type { ContentType } from '../../schema/types.ts';
import { useErrorText } from '../../ui/useErrorText.ts';
import { copyLocales } from './copyDocument.ts';

/** The document that a new one is a copy of. */
export interface CopySource {
  readonly documentId: string;
  /** Further locales that are copied once the new document is saved. */
  readonly locales: readonly string[];
}

/** @returns a function that copies locales of the original to the document `target` */
export const useLocaleCopies = (type: ContentType): ((original: CopySource, target: string) => Promise<void>) => {
  const t = useTranslations('document.copy');
  const common = useTranslations('common');
  const format = useFormatter();
  const errorText = useErrorText();
  const schema = useSchema();
  const grant = grantOf(useEditor(), 'update', type.uid);
  const client = useQueryClient();
  const nameOf = useLocaleName();
  const run = async ({ documentId: source, locales }: CopySource, target: string): Promise<void> => {
    const total = locales.length;
    if (total === 0) return;
    const id = `copy ${target}`;
    const base = { id, autoClose: false, loading: false, withCloseButton: true } as const;
    const progress = (done: number) => ({
      ...{ ...base, loading: true, withCloseButton: false, message: t('progress', { done, total }) },
    });
    notifications.hide(id);
    notifications.show(progress(0));
    const failures = await copyLocales({
      ...{ type, schema, grant, source, target, locales, suffix: t('suffix') },
      onProgress: (done) => {
        notifications.update(progress(done));
      },
    });
    void client.invalidateQueries({ queryKey: documentsKey(type.uid) });
    if (failures.length === 0) {
      const message = t('done', { locales: format.list(locales.map(nameOf)) });
      notifications.update({ ...base, autoClose: 5_000, color: 'green', message });
      return;
    }
    const failed = failures.map(({ locale }) => locale);
    notifications.update({
      ...{ ...base, color: 'red', role: 'alert', title: t('failed') },
      message: (
        <Stack gap="xs" align="flex-start">
          {failures.map(({ locale, error }) => (
            <Text key={locale} size="sm">
              {nameOf(locale)}: {error === undefined ? t('missing') : errorText(error)}
            </Text>
          ))}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void run({ documentId: source, locales: failed }, target)}
          >
            {common('retry')}
          </Button>
        </Stack>
      ),
    });
  };
  return run;
};
