// Preview links: anyone with the link can read one draft until the link expires.
export { checkExpiresIn, defaultSeconds, draftQuery, createPreviewLink, answerPreviewLink } from './previewLink.ts';
export { admitPreview } from './admitPreview.ts';
