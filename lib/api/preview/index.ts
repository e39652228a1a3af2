// Preview links: one draft, for who has the link, until it expires.
export { checkSeconds, usual } from './body.ts';
export { draftQuery, linkTo, previewLink, type PreviewLink } from './link.ts';
export { previewed } from './read.ts';
