// Switches the locale of a document, and says in which locales it is missing or outdated.
import { Badge, Button, Group, Menu } from '@mantine/core';
import { CheckIcon, ChevronDownIcon, ColumnsIcon, GlobeIcon } from '@primer/octicons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useLocales } from '../../api/locales.ts';
import type { DocumentStatus } from '../../api/document.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useDocument } from '../useDocument.ts';

type TranslationState = 'missing' | 'outdated' | 'current';

/**
 * @param available the locales in which the document exists
 * @param source the locale that the others are translated from: the default one
 */
const translationState = (
  available: readonly DocumentStatus[],
  locale: string,
  source: string | undefined,
): TranslationState => {
  const translation = available.find((one) => one.locale === locale);
  if (translation === undefined) return 'missing';
  const original = available.find((one) => one.locale === source);
  const isOlder = locale !== source && original !== undefined && translation.updatedAt < original.updatedAt;
  return isOlder ? 'outdated' : 'current';
};

/** An item for each locale, and one for each that can be shown beside the form. */
export const LocaleItems = () => {
  const t = useTranslations('document.locales');
  const navigate = useNavigate();
  const locales = useLocales();
  const { form, isStored, availableLocales = [] } = useDocument();
  const source = locales.find(({ isDefault }) => isDefault)?.code;
  const { beside } = useSearch({ strict: false });
  const show = (locale: string | undefined) => () =>
    // The form stays.
    void navigate({ to: '.', search: (search) => ({ ...search, beside: locale }), ignoreBlocker: true });
  const choose = (locale: string) => () =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, locale, beside: beside === locale ? undefined : beside }),
    });
  const others = locales.filter(
    ({ code }) => code !== form.locale && availableLocales.some(({ locale }) => locale === code),
  );
  return (
    <>
      {locales.map(({ code, name }) => {
        const available = availableLocales.find(({ locale }) => locale === code);
        const state = translationState(availableLocales, code, source);
        const isCurrent = code === form.locale;
        return (
          <Menu.Item
            key={code}
            // A document that does not exist yet is written in one locale first.
            disabled={form.documentId === undefined && form.type.kind === 'collectionType' && !isCurrent}
            aria-current={isCurrent ? 'true' : undefined}
            leftSection={isCurrent ? <CheckIcon /> : null}
            onClick={choose(code)}
          >
            <Group justify="space-between" wrap="nowrap">
              {name ?? code}
              <Group gap={4} wrap="nowrap">
                {state === 'outdated' ? (
                  <Badge variant="light" color="orange">
                    {t('outdated')}
                  </Badge>
                ) : null}
                {available === undefined ? (
                  <Badge variant="outline" color="gray">
                    {t('missing')}
                  </Badge>
                ) : (
                  <StatusBadge status={available.status} />
                )}
              </Group>
            </Group>
          </Menu.Item>
        );
      })}
      {isStored && others.length > 0 ? <Menu.Divider /> : null}
      {isStored
        ? others.map(({ code, name }) => (
            <Menu.Item key={code} leftSection={<ColumnsIcon />} onClick={show(code === beside ? undefined : code)}>
              {t(code === beside ? 'closeBeside' : 'beside', { locale: name ?? code })}
            </Menu.Item>
          ))
        : null}
    </>
  );
};

export const LocaleMenu = () => {
  const { locale } = useDocument().form;
  const t = useTranslations('document.locales');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<GlobeIcon />}
          rightSection={<ChevronDownIcon />}
          aria-label={t('label', { locale: locale ?? '' })}
        >
          {locale}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <LocaleItems />
      </Menu.Dropdown>
    </Menu>
  );
};
