// The pages of a list, with names for the buttons that have only an icon. Nothing for a single page.
import { Pagination } from '@mantine/core';
import { useTranslations } from 'use-intl';

interface Props {
  readonly page: number;
  readonly count: number;
  readonly onChange: (page: number) => void;
}

export const Pages = ({ page, count, onChange }: Props) => {
  const t = useTranslations('common.pages');
  if (count < 2) return null;
  return (
    <Pagination
      value={page}
      onChange={onChange}
      total={count}
      getControlProps={(control) => ({ 'aria-label': t(control) })}
    />
  );
};
