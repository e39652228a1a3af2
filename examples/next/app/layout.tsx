// The frame of every page.
import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { MemberMenu } from '../components/MemberMenu.tsx';
import { readSite } from '../lectern/content.ts';
import { locale } from '../lectern/settings.ts';
import './style.css';

/** Every page is static. A page that was not built yet is complete, or a 404, before the visitor gets it. */
export const ensureStatic = 'navigation';

export const generateMetadata = async (): Promise<Metadata> => {
  const { name, tagline } = await readSite();
  return { title: { default: name, template: `%s – ${name}` }, description: tagline };
};

const Layout = async ({ children }: { readonly children: ReactNode }) => {
  const { name, tagline } = await readSite();
  return (
    <html lang={locale}>
      <body>
        <header>
          <Link href="/" prefetch={false}>
            {name}
          </Link>
          <MemberMenu />
        </header>
        <main>{children}</main>
        <footer>{[name, tagline].filter(Boolean).join(' · ')}</footer>
      </body>
    </html>
  );
};

export default Layout;
