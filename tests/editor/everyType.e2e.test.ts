// A site with attributes of every kind and a preview, in a browser. Each subject has a file in `everyType`.
import { startEditor } from '../setup/editor.ts';
import { everyType } from '../setup/everyType.ts';
import { startOtherSite } from '../setup/otherSite.ts';
import { startPreviewSite } from '../setup/previewSite.ts';
import { testAccessibility } from './everyType/accessibility.ts';
import { addAttributes, testPreview } from './everyType/preview.ts';
import { testSecurity } from './everyType/security.ts';

const preview = await startPreviewSite();
const contentTypes = everyType();
addAttributes(contentTypes);
const editor = startEditor({
  contentTypes,
  settings: { graphql: { enabled: true }, preview: { url: preview.template } },
});
const otherSite = startOtherSite();

// It names documents of the sample content.
testAccessibility(editor);
testSecurity(editor, otherSite);
// It changes an article of the sample content.
testPreview(editor, preview);
