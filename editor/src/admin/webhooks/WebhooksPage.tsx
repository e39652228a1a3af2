// The webhooks: which servers are called after changes of content.
import { Badge, Button } from '@mantine/core';
import { PlusIcon, WebhookIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { dataQuery } from '../../api/call.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { NameCell, ResourceTable } from '../../ui/ResourceTable.tsx';

export const WebhooksPage = () => {
  const t = useTranslations('admin.webhooks');
  const common = useTranslations('common');
  const webhooks = useQuery(dataQuery('GET /admin/webhooks'));
  const add = (
    <Button component={Link} to="/admin/webhooks/new" leftSection={<PlusIcon />}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={add}>
      <ResourceTable
        label={t('title')}
        query={webhooks}
        rowKey={({ id }) => id}
        empty={<EmptyState Icon={WebhookIcon} title={t('none')} text={t('noneText')} />}
        columns={[
          {
            heading: common('name'),
            cell: ({ id, name, url }) => <NameCell name={name} text={url} to={`/admin/webhooks/${id}`} />,
          },
          {
            heading: t('state'),
            align: 'end',
            cell: ({ isEnabled }) => (
              <Badge variant="light" color={isEnabled ? 'green' : 'gray'}>
                {t(isEnabled ? 'enabled' : 'disabled')}
              </Badge>
            ),
          },
        ]}
      />
    </Page>
  );
};
