// A time in the user's language and time zone; the exact time is in the tooltip.
import { useFormatter } from 'use-intl';

export const DateTime = ({ value }: { readonly value: string }) => {
  const format = useFormatter();
  const date = new Date(value);
  return (
    <time
      style={{ whiteSpace: 'nowrap' }}
      dateTime={value}
      title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'long' })}
    >
      {format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
};
