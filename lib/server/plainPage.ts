// The look of the pages that the server itself writes.
import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 15vh auto; max-width: 26rem; padding: 0 1.5rem; background: Canvas; color: CanvasText; }
h1 { font-size: 1.5rem; }
ul { padding: 0; list-style: none; }
li { margin: 1.25rem 0; }
a { color: LinkText; font-weight: 600; }
span { display: block; }
`;

/** The pages load nothing. */
export const plainPageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** @param body HTML @returns a page whose icon is empty, so that browsers ask for none */
export const htmlPage = (title: string, css: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** @param body HTML */
export const plainPage = (body: string): Buffer => Buffer.from(htmlPage('Lectern', style, body));
