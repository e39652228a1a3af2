// Writes, changes and deletes comments on the document of the form.
import { call, type Body } from '../../api/call.ts';
import { ofDocument } from '../../api/document.ts';
import { commentsKey } from '../../api/mentions.ts';
import { useAction } from '../../ui/useAction.ts';
import { useDocument } from '../useDocument.ts';

const path = '/api/{contentType}/{documentId}/comments';

export const useCommentChanges = () => {
  const to = ofDocument(useDocument().form);
  const changes = commentsKey;
  return {
    write: useAction({
      run: (data: Body<`POST ${typeof path}`>) => call(`POST ${path}`, { ...to, body: { data } }),
      changes,
    }),
    change: useAction({
      run: ({ id, ...data }: { readonly id: string } & Body<`PUT ${typeof path}/{commentId}`>) =>
        call(`PUT ${path}/{commentId}`, { ...to, commentId: id, body: { data } }),
      changes,
    }),
    remove: useAction({ run: (id: string) => call(`DELETE ${path}/{commentId}`, { ...to, commentId: id }), changes }),
  };
};
