// What the user's role may do. The API decides; the editor only leaves out what would be refused.
import { useEditor, type EditorContext, type Grant } from '../api/editor.ts';

/** @returns undefined if the role does not have the permission */
export const grantOf = ({ permissions }: EditorContext, action: string, uid: string): Grant | undefined =>
  permissions[uid]?.[action];

/** A function that tells whether the role may do `action` with at least some documents of the type `uid`. */
export const useMay = (): ((action: string, uid: string) => boolean) => {
  const context = useEditor();
  return (action, uid) => grantOf(context, action, uid) !== undefined;
};
