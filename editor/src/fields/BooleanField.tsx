// Yes or no. A value that is not required can also be empty.
import { Button, Group, Input, Switch, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';

export const BooleanField = (props: FieldProps) => {
  const { value, setValue, onBlur, id, wrapperProps } = useField<boolean>(props);
  const t = useTranslations('form');
  const { readOnly } = props;
  const isEmpty = value === null || value === undefined;
  return (
    <Input.Wrapper {...wrapperProps}>
      <Group gap="sm" mt={4}>
        <Switch
          id={id}
          checked={value === true}
          disabled={readOnly}
          onBlur={onBlur}
          onChange={(event) => setValue(event.currentTarget.checked)}
        />
        <Text size="sm" {...(isEmpty ? { c: 'dimmed' } : {})} aria-hidden>
          {isEmpty ? t('empty') : t(`boolean.${value ? 'true' : 'false'}`)}
        </Text>
        {isEmpty || readOnly || props.attribute.required === true ? null : (
          <Button variant="subtle" size="compact-xs" onClick={() => setValue(null)}>
            {t('clear')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
};
