// Preview links, with which anyone can read one draft until they expire; and source maps, for pages that show drafts.
export { checkExpiresIn, defaultSeconds, draftQuery, createPreviewLink, answerPreviewLink } from './previewLink.ts';
export { admitPreview } from './admitPreview.ts';
export { requestedSourceMaps } from './requestedSourceMaps.ts';
export { sourceMapsFor } from './sourceMaps.ts';
