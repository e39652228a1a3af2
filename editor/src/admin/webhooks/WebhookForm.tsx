// The settings of a webhook.
import { Button, Checkbox, Group, MultiSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useSchema } from '../../api/schema.ts';
import { eventNames } from '../../../../lib/platform/eventNames.ts';
import type { Data } from '../../api/call.ts';
import { useUnsavedGuard } from '../../ui/useScreenGuard.ts';
import { checkedProps, textProps } from '../../ui/inputProps.ts';

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** @returns undefined if a line is no header */
const parseHeaderLines = (text: string): Readonly<Record<string, string>> | undefined => {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1) return undefined;
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return headers;
};

/** What the form changes. */
export type WebhookValues = Omit<Data<'GET /admin/webhooks/{id}'>, 'id' | 'createdAt' | 'updatedAt'>;

interface Props {
  readonly webhook: WebhookValues;
  readonly pending: boolean;
  /** @param onSaved to be called when the webhook is stored and the form stays open */
  readonly onSave: (webhook: WebhookValues, onSaved: () => void) => void;
}

export const WebhookForm = ({ webhook, pending, onSave }: Props) => {
  const t = useTranslations('admin.webhooks');
  const common = useTranslations('common');
  const { types } = useSchema();
  const [values, setValues] = useState(webhook);
  const [headers, setHeaders] = useState(headerLines(webhook.headers));
  const parsedHeaders = parseHeaderLines(headers);
  const content = JSON.stringify([values, headers]);
  const [savedContent, setSavedContent] = useState(content);
  useUnsavedGuard(content !== savedContent);
  const set =
    <Name extends keyof WebhookValues>(name: Name) =>
    (value: WebhookValues[Name]) =>
      setValues((current) => ({ ...current, [name]: value }));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { name, url, events, contentTypes, isEnabled, debounce } = values;
    if (parsedHeaders === undefined) return;
    onSave({ name, url, events, contentTypes, isEnabled, debounce, headers: parsedHeaders }, () =>
      setSavedContent(content),
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={768}>
        <TextInput label={common('name')} required {...textProps(values.name, set('name'))} />
        <TextInput label={t('url')} type="url" required {...textProps(values.url, set('url'))} />
        <Checkbox.Group label={t('events')} value={[...values.events]} onChange={set('events')}>
          <Stack gap="xs" mt="xs">
            {eventNames.map((event) => (
              <Checkbox key={event} value={event} label={event} />
            ))}
          </Stack>
        </Checkbox.Group>
        <MultiSelect
          label={t('contentTypes')}
          placeholder={values.contentTypes === null ? t('allTypes') : ''}
          clearable
          data={[...types.values()].map(({ uid, displayName }) => ({ value: uid, label: displayName }))}
          value={[...(values.contentTypes ?? [])]}
          onChange={(uids) => set('contentTypes')(uids.length === 0 ? null : uids)}
        />
        <Textarea
          label={t('headers')}
          description={t('headersHint')}
          autosize
          minRows={2}
          {...textProps(headers, setHeaders)}
          error={parsedHeaders === undefined ? t('headersFault') : undefined}
        />
        <NumberInput
          label={t('debounce')}
          description={t('debounceHint')}
          min={0}
          max={3600}
          allowDecimal={false}
          maw={240}
          value={values.debounce}
          onChange={(debounce) => set('debounce')(Number(debounce))}
        />
        <Switch label={t('enabled')} {...checkedProps(values.isEnabled, set('isEnabled'))} />
        <Group justify="flex-end">
          <Button type="submit" loading={pending} disabled={values.events.length === 0 || parsedHeaders === undefined}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
