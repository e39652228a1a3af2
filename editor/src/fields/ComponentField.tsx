// A component, a list of them, or a dynamic zone: a list of entries of several components.
import { Button, Group, Paper } from '@mantine/core';
import { CopyIcon, PasteIcon, PlusIcon, TrashIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { isObject } from '../../../lib/schema/jsonValues.ts';
import { ComponentFields } from '../form/AttributeFields.tsx';
import { newComponent } from '../form/defaults.ts';
import { useForm, useFormState } from '../form/FormContext.tsx';
import { isRequired } from '../form/rules.ts';
import type { FieldProps, FormValues } from '../form/types.ts';
import { useFieldState } from '../form/useField.tsx';
import { copyToClipboard, useCopied } from './entries/entryClipboard.ts';
import { EntryList } from './entries/EntryList.tsx';
import { usePaste } from './entries/usePaste.ts';
import { FieldGroup } from './FieldGroup.tsx';

/** A component that is there or not. */
const SingleComponent = (props: FieldProps) => {
  const { name, attribute, label, readOnly } = props;
  const { component: uid = '' } = attribute;
  const t = useTranslations('form.entries');
  const form = useForm();
  const { wrapperProps } = useFieldState(props);
  const exists = useFormState(form, ({ getValue }) => isObject(getValue(name)));
  const copied = useCopied().filter((entry) => entry.uid === uid);
  const paste = usePaste({ label, components: [uid], room: 1 });
  return (
    <FieldGroup {...wrapperProps}>
      {exists ? (
        <Paper withBorder mt="xs" p="md">
          <ComponentFields uid={uid} path={name} readOnly={readOnly} />
        </Paper>
      ) : null}
      {readOnly ? null : (
        <Group gap="xs" mt="xs">
          {exists ? (
            <Button
              variant="subtle"
              size="compact-sm"
              color="gray"
              leftSection={<CopyIcon />}
              onClick={() => copyToClipboard(form.schema, [{ uid, values: form.getValue(name) as FormValues }])}
            >
              {t('copyNamed', { name: label })}
            </Button>
          ) : (
            <Button
              variant="light"
              size="sm"
              leftSection={<PlusIcon />}
              onClick={() => form.setValue(name, newComponent(form.schema, uid))}
            >
              {t('addNamed', { name: label })}
            </Button>
          )}
          {!exists || isRequired(attribute) ? null : (
            <Button
              variant="subtle"
              size="compact-sm"
              color="red"
              leftSection={<TrashIcon />}
              onClick={() => form.setValue(name, null)}
            >
              {t('removeNamed', { name: label })}
            </Button>
          )}
          {copied.length === 0 ? null : (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<PasteIcon />}
              onClick={() => {
                paste(copied, ([entry]) => form.setValue(name, entry?.values ?? null));
              }}
            >
              {t('paste', { name: form.schema.components.get(uid)?.displayName ?? uid })}
            </Button>
          )}
        </Group>
      )}
    </FieldGroup>
  );
};

export const ComponentField = (props: FieldProps) => {
  const { type, repeatable } = props.attribute;
  return type === 'dynamiczone' || repeatable === true ? <EntryList {...props} /> : <SingleComponent {...props} />;
};
