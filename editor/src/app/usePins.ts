// The types that the user keeps at the top of the navigation, in this browser.
import { useLocalStorage } from '@mantine/hooks';
import { useEditor } from '../api/editor.ts';

interface Pins {
  /** Whether the type with this uid is at the top. */
  readonly isPinned: (uid: string) => boolean;
  readonly toggle: (uid: string) => void;
}

export const usePins = (): Pins => {
  const { user } = useEditor();
  // Without a default value, nothing is stored until the user pins something.
  const [stored, setStored] = useLocalStorage<unknown>({
    key: `lectern-pins:${user.documentId}`,
    getInitialValueInEffect: false,
  });
  const uids: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return {
    isPinned: (uid) => uids.includes(uid),
    toggle: (uid) => {
      setStored(uids.includes(uid) ? uids.filter((one) => one !== uid) : [...uids, uid]);
    },
  };
};
