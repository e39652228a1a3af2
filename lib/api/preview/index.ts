// Preview links: anyone with the link can read one draft until the link expires.
export { checkSeconds, usual } from './body.ts';
export { draftQuery, linkTo, previewLink, type PreviewLink } from './link.ts';
export { previewed } from './read.ts';
