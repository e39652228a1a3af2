// Tells whether another document has the uid, while it is typed.
import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isUidFree, suggestUid } from '../../api/uids.ts';
import { useForm } from '../../form/FormContext.tsx';

interface Props {
  readonly name: string;
  readonly value: string;
  /** The attribute that uids are made from; undefined where the API suggests none. */
  readonly target: string | undefined;
  readonly onUse: (value: string) => void;
}

export const Availability = ({ name, value, target, onUse }: Props) => {
  const t = useTranslations('form.uid');
  const { type, locale, documentId } = useForm();
  const [checked] = useDebouncedValue(value, 300);
  const { data } = useQuery({
    queryKey: ['uid', type.uid, name, locale, documentId, checked],
    queryFn: async () => {
      if (await isUidFree(type, name, checked, documentId, locale)) return { isFree: true };
      if (target === undefined) return { isFree: false };
      const suggestion = await suggestUid(type, name, target, checked, locale).catch(() => undefined);
      return { isFree: false, suggestion };
    },
    enabled: checked === value,
    staleTime: 5_000,
    retry: false,
  });
  const suggestion = data?.suggestion;
  return (
    <Group gap="xs" role="status" mih={22}>
      {checked !== value || data === undefined ? null : data.isFree ? (
        <Text size="xs" c="dimmed">
          {t('available')}
        </Text>
      ) : (
        <Text size="xs" c="red">
          {t('taken')}
        </Text>
      )}
      {checked !== value || suggestion === undefined ? null : (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            onUse(suggestion);
          }}
        >
          {t('use', { suggestion })}
        </Button>
      )}
    </Group>
  );
};
