// The trash as navigation and forms need it: whether there is one, and what the user may restore. The first screen loads it, and not `trash.ts`.
import { useEditor, useMay } from './editor.ts';
import { useSchema } from './schema.ts';

/** The uid of the files of the media library. */
export const fileUid = 'plugin::upload.file';

/** The permissions for files are of this uid. */
const uploadUid = 'plugin::upload.content-api';

/**
 * @returns `days`: how long the trash keeps what is deleted; 0: there is no trash. `mayRestore`: whether the role may restore at least
 *   some documents of a type
 */
export const useTrash = () => {
  const may = useMay();
  const { types } = useSchema();
  const { trashDays: days } = useEditor().settings;
  return {
    days,
    mayRestore: (uid: string): boolean => {
      if (days === 0) return false;
      if (uid === fileUid) return may('find', uploadUid) && may('destroy', uploadUid);
      const actions = types.get(uid)?.kind === 'singleType' ? ['find', 'delete'] : ['find', 'findOne', 'delete'];
      return actions.every((action) => may(action, uid));
    },
  };
};
