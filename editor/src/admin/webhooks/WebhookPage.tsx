// One webhook: its settings and its deliveries.
import { Fieldset, Skeleton, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { call, dataQuery, resourceKey, type Data } from '../../api/call.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Page } from '../../ui/Page.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useLeave } from '../../ui/useLeave.ts';
import { Deliveries } from './Deliveries.tsx';
import { WebhookForm, type WebhookValues } from './WebhookForm.tsx';

const webhooksKey = resourceKey('GET /admin/webhooks');

const emptyWebhook: WebhookValues = {
  name: '',
  url: '',
  events: ['entry.publish', 'entry.unpublish', 'entry.delete'],
  contentTypes: null,
  headers: {},
  isEnabled: true,
  debounce: 0,
};

const NewWebhook = () => {
  const t = useTranslations('admin.webhooks');
  const leave = useLeave();
  const create = useAction({
    run: (body: WebhookValues) => call('POST /admin/webhooks', { body }),
    changes: webhooksKey,
    onSuccess: ({ data: { id, secret } }) => {
      leave({ to: '/admin/webhooks/$id', params: { id: String(id) } });
      modals.open({
        title: t('secretTitle'),
        children: (
          <Stack>
            {t('secretText')}
            <CopyField label={t('secret')} value={secret} />
          </Stack>
        ),
      });
    },
  });
  return (
    <Page title={t('add')}>
      {/* What is typed while it is created would be lost. */}
      <Fieldset variant="unstyled" disabled={create.isPending}>
        <WebhookForm webhook={emptyWebhook} pending={create.isPending} onSave={(body) => create.mutate(body)} />
      </Fieldset>
    </Page>
  );
};

const StoredWebhook = ({ webhook }: { readonly webhook: Data<'GET /admin/webhooks/{id}'> }) => {
  const t = useTranslations('admin.webhooks');
  const common = useTranslations('common');
  const leave = useLeave();
  const save = useAction({
    run: ({ body }: { readonly body: WebhookValues; readonly onSaved: () => void }) =>
      call('PUT /admin/webhooks/{id}', { id: webhook.id, body }),
    changes: webhooksKey,
    message: common('saved'),
    onSuccess: (_, { onSaved }) => onSaved(),
  });
  const test = useAction({
    run: () => call('POST /admin/webhooks/{id}/trigger', { id: webhook.id }),
    onSuccess: ({ data: { statusCode, message } }) => {
      const { url } = webhook;
      if (message === undefined)
        notifications.show({ color: 'green', message: t('testArrived', { url, status: String(statusCode) }) });
      else notifications.show({ color: 'red', role: 'alert', message: t('testFailed', { url, message }) });
    },
  });
  const remove = useAction({
    run: () => call('DELETE /admin/webhooks/{id}', { id: webhook.id }),
    changes: webhooksKey,
    onSuccess: () => leave({ to: '/admin/webhooks' }),
  });
  return (
    <Page
      title={webhook.name}
      actions={
        <>
          <ActionButton variant="default" action={test}>
            {t('test')}
          </ActionButton>
          <ConfirmButton
            label={common('delete')}
            title={t('deleteTitle', { name: webhook.name })}
            text={t('deleteText')}
            action={remove}
          />
        </>
      }
    >
      <Stack gap="xl">
        <WebhookForm
          webhook={webhook}
          pending={save.isPending}
          onSave={(body, onSaved) => save.mutate({ body, onSaved })}
        />
        <Deliveries id={webhook.id} />
      </Stack>
    </Page>
  );
};

const LoadedWebhook = ({ id }: { readonly id: string }) => {
  const t = useTranslations('admin.webhooks');
  const { data, error, refetch } = useQuery(dataQuery('GET /admin/webhooks/{id}', { id }));
  if (error === null && data !== undefined) return <StoredWebhook webhook={data} />;
  return (
    <Page title={t('title')}>
      {error === null ? <Skeleton height={400} /> : <ErrorMessage error={error} onRetry={() => void refetch()} />}
    </Page>
  );
};

export const WebhookPage = () => {
  const { id } = useParams({ from: '/inside/administration/admin/webhooks/$id' });
  return id === 'new' ? <NewWebhook /> : <LoadedWebhook id={id} />;
};
