// The search of a list. It searches while the user types.
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

interface Props {
  readonly className?: string | undefined;
  /** The text of the address. */
  readonly q: string;
  readonly onSearch: (q: string) => void;
}

const delay = 300;

export const SearchInput = ({ className = '', q, onSearch }: Props) => {
  const t = useTranslations('lists');
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  const [isTyping, setTyping] = useState(false);
  const search = useDebouncedCallback(onSearch, { delay, flushOnUnmount: false });
  // The back button and "clear" change the address, and so the text. An answer to earlier letters does not.
  if (q !== seen) {
    setSeen(q);
    if (!isTyping) setText(q);
  }
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={t('search')}
      placeholder={t('search')}
      leftSection={<SearchIcon />}
      rightSection={
        text === '' ? null : (
          <CloseButton
            aria-label={t('clearSearch')}
            onClick={() => {
              search.cancel();
              setText('');
              onSearch('');
            }}
          />
        )
      }
      value={text}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        search(value.trim());
      }}
    />
  );
};
