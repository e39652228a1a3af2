// On the first screen, what the user typed and this browser keeps because it was never saved, such as after a crash.
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { useSchema } from '../api/schema.ts';
import { findTextsOf } from '../document/saving/textStore.ts';
import { ActivityList } from './ActivityList.tsx';

/** Shows nothing if there are none. Each leads to the form that offers it again. */
const WaitingTexts = () => {
  const t = useTranslations('app.home.waiting');
  const { user } = useEditor();
  const { types } = useSchema();
  const { data = [] } = useQuery({
    queryKey: ['waiting-texts', user.documentId],
    queryFn: () => findTextsOf(user.documentId),
    // The user comes back from a form.
    staleTime: 0,
    gcTime: 0,
  });
  const entries = data.map(({ uid: type, documentId = 'new', locale = null, at, values }) => {
    const title = values[types.get(type)?.mainAttribute ?? ''];
    return {
      ...{ type, documentId, locale, title: typeof title === 'string' && title !== '' ? title : null },
      ...{ updatedAt: new Date(at).toISOString(), updatedBy: null },
    };
  });
  return <ActivityList title={t('title')} hint={t('hint')} entries={entries} />;
};

export default WaitingTexts;
