// Accounts, logins and what is administered, in a browser, on a site without content. Each subject has a file in `emptySite`.
import { startReceiver } from '../events/relay/receiver.ts';
import { startEditor } from '../setup/editor.ts';
import { testAgents } from './emptySite/agents.ts';
import { testAdministration } from './emptySite/administration.ts';
import { testFirstScreen } from './emptySite/firstScreen.ts';
import { testFrame } from './emptySite/frame.ts';
import { guardedRole, testSecondFactor } from './emptySite/secondFactor.ts';
import { testSessions } from './emptySite/sessions.ts';
import { startSiteProvider, testSignIn } from './emptySite/signIn.ts';

const receiver = await startReceiver();
const { port, provider, signIn } = await startSiteProvider();
const editor = startEditor({
  ...{ content: {}, port },
  settings: {
    signIn: { ...signIn, secondFactor: { requiredFor: [guardedRole] } },
    webhooks: { allowPrivate: true },
    editor: { url: `http://localhost:${port}/editor` },
  },
});

// It shows all that was written.
testFirstScreen(editor);
testFrame(editor);
testAdministration(editor, receiver);
testAgents(editor);
testSecondFactor(editor);
testSessions(editor);
testSignIn(editor, provider);
