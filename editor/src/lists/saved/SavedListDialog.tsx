// Saves a list under a name, or changes or deletes a saved one.
import { Button, Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor, useMay } from '../../api/editor.ts';
import { call, resourceKey, type Body, type Data } from '../../api/call.ts';
import { rolesQuery } from '../../api/roles.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { useServerText } from '../../ui/useServerText.ts';
import { useList } from '../useList.ts';

export type ListView = Data<'PUT /api/editor/list-views/{id}'>;

/** All roles that may update documents of the type. */
const everyRole = '*';

interface SharingProps {
  readonly roles: readonly string[];
  readonly onChange: (roles: readonly string[]) => void;
}

const Sharing = ({ roles, onChange }: SharingProps) => {
  const t = useTranslations('lists.saved');
  const { editView } = useList();
  const mayEditRoles = useMay()('updateRole', 'plugin::users-permissions.role');
  const serverText = useServerText();
  const { role } = useEditor().user;
  const { data = [] } = useQuery({ ...rolesQuery, enabled: mayEditRoles });
  if (mayEditRoles)
    return (
      <MultiSelect
        label={t('shareWith')}
        description={t('shareHint')}
        placeholder={roles.length === 0 ? t('onlyMe') : ''}
        data={[
          { value: everyRole, label: t('allRoles') },
          ...data
            .filter(({ type }) => type !== 'public')
            .map(({ type, name }) => ({ value: type, label: serverText(name) })),
        ]}
        value={[...roles]}
        onChange={onChange}
      />
    );
  // Who may not update documents of the type cannot share lists.
  if (role === null || (!editView && !roles.includes(role.type))) return null;
  return (
    <Checkbox
      label={t('shareWithRole', { name: serverText(role.name) })}
      checked={roles.includes(role.type)}
      onChange={(event) => onChange(event.currentTarget.checked ? [role.type] : [])}
    />
  );
};

interface Props {
  /** Undefined: a new one. */
  readonly view: ListView | undefined;
  /** What the list shows now. */
  readonly search: ListView['search'];
  readonly onClose: () => void;
}

export default function SavedListDialog({ view, search, onClose }: Props) {
  const t = useTranslations('lists.saved');
  const words = useTranslations('common');
  const { type } = useList();
  const confirm = useConfirm();
  const [name, setName] = useInputState(view?.name ?? '');
  const [roles, setRoles] = useState(view?.roles ?? []);
  const [isReplaced, setIsReplaced] = useInputState(false);
  const options = { changes: resourceKey('GET /api/editor/list-views'), onSuccess: onClose };
  const save = useAction({
    run: (body: Body<'PUT /api/editor/list-views/{id}'> & Pick<ListView, 'name' | 'search'>) =>
      view === undefined
        ? call('POST /api/editor/list-views', { body: { data: { ...body, type: type.uid } } })
        : call('PUT /api/editor/list-views/{id}', { id: view.id, body: { data: body } }),
    ...options,
  });
  const remove = useAction({ run: (id: string) => call('DELETE /api/editor/list-views/{id}', { id }), ...options });
  const submit = () => save.mutate({ name, roles, search: view === undefined || isReplaced ? search : view.search });
  const askToDelete = () => {
    if (view === undefined) return;
    // The question would be below this dialog.
    onClose();
    confirm({
      title: t('deleteTitle', { name: view.name }),
      text: t('deleteText'),
      confirm: words('delete'),
      onConfirm: () => remove.mutate(view.id),
    });
  };
  return (
    <Dialog onClose={onClose} title={view === undefined ? t('save') : t('change', { name: view.name })}>
      <SubmitForm onSubmit={submit}>
        <TextInput
          label={words('name')}
          value={name}
          maxLength={100}
          required
          dir="auto"
          data-autofocus
          onChange={setName}
        />
        <Sharing roles={roles} onChange={setRoles} />
        {view === undefined ? null : <Checkbox label={t('replace')} checked={isReplaced} onChange={setIsReplaced} />}
        <FormButtons
          submitLabel={words('save')}
          isPending={save.isPending}
          disabled={name.trim() === ''}
          onCancel={onClose}
        >
          {view === undefined ? null : (
            <Button variant="subtle" color="red" me="auto" onClick={askToDelete}>
              {words('delete')}
            </Button>
          )}
        </FormButtons>
      </SubmitForm>
    </Dialog>
  );
}
