// What the editor needs beside content, below /api/editor.
import { checkUser, dispatch, endpoint, plainAnswer } from '../lib/api/http/index.ts';
import { editorRoutes } from '../lib/api/http/routes/index.ts';
import { editorSettings, findEditorUser, permittedActions } from '../lib/accounts/editor/index.ts';

const onLambda = process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;

const operation = dispatch(editorRoutes, checkUser, {
  findEditor: async (_, service, caller) => {
    const [user, locales] = await Promise.all([findEditorUser(service, caller.user), service.locales.known()]);
    const permissions = permittedActions(caller, { ...service, locales });
    return plainAnswer({ data: { user, permissions, settings: editorSettings(service, onLambda) } });
  },
});

export const handler = endpoint(operation);
