// A component that is there or not.
import { Button, Group, Paper } from '@mantine/core';
import { CopyIcon, PasteIcon, PlusIcon, TrashIcon } from '@primer/octicons-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { AttributeFields } from '../../form/AttributeFields.tsx';
import { fieldsOf } from './fieldsOf.ts';
import { newComponent } from '../../form/defaults.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { DocumentForm } from '../../form/formStore.ts';
import { isRequired } from '../../form/rules.ts';
import type { FieldProps, FormValues } from '../../form/types.ts';
import { useFieldState } from '../../form/useField.tsx';
import { FieldGroup } from '../FieldGroup.tsx';
import { copyToClipboard, useCopied } from './entryClipboard.ts';
import { usePaste } from './usePaste.ts';
import classes from './EntryItem.module.css';

export const SingleComponent = (props: FieldProps) => {
  const { name, attribute, label, readOnly } = props;
  const { component: uid = '' } = attribute;
  const t = useTranslations('form.entries');
  const form = useForm();
  const { wrapperProps } = useFieldState(props);
  const exists = useFormState(
    form,
    useCallback(
      (state: DocumentForm) => typeof state.getValue(name) === 'object' && state.getValue(name) !== null,
      [name],
    ),
  );
  const component = form.schema.components.get(uid);
  const copied = useCopied().filter((entry) => entry.uid === uid);
  const paste = usePaste({ label, components: [uid], room: 1 });
  return (
    <FieldGroup {...wrapperProps}>
      <>
        {exists ? (
          <Paper withBorder mt="xs" className={classes.component}>
            <AttributeFields {...fieldsOf(component)} path={name} readOnly={readOnly} />
          </Paper>
        ) : null}
        {readOnly ? null : (
          <Group gap="xs" mt="xs">
            {exists ? (
              <>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  color="gray"
                  leftSection={<CopyIcon />}
                  onClick={() => {
                    copyToClipboard(form.schema, [{ uid, values: form.getValue(name) as FormValues }]);
                  }}
                >
                  {t('copyNamed', { name: label })}
                </Button>
                {isRequired(attribute) ? null : (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    color="red"
                    leftSection={<TrashIcon />}
                    onClick={() => {
                      form.setValue(name, null);
                    }}
                  >
                    {t('removeNamed', { name: label })}
                  </Button>
                )}
              </>
            ) : (
              <Button
                variant="light"
                size="sm"
                leftSection={<PlusIcon />}
                onClick={() => {
                  form.setValue(name, newComponent(form.schema, uid));
                }}
              >
                {t('addNamed', { name: label })}
              </Button>
            )}
            {copied.length === 0 ? null : (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<PasteIcon />}
                onClick={() => {
                  paste(copied, ([entry]) => {
                    form.setValue(name, entry?.values ?? null);
                  });
                }}
              >
                {t('paste', { name: component?.displayName ?? uid })}
              </Button>
            )}
          </Group>
        )}
      </>
    </FieldGroup>
  );
};
