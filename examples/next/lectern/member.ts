// Signs members in by a provider: Lectern sends them there and back with a code, which only this browser can change for a session.
import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { lecternUrl, signInProvider } from './settings.ts';

const verifierCookie = 'sign-in';
const sessionCookie = 'member';
const attributes = { httpOnly: true, secure: true, sameSite: 'lax' } as const;

/** @returns the address of Lectern that the browser goes to; undefined if the site has no provider */
export const startSignIn = async (): Promise<string | undefined> => {
  if (!signInProvider) return undefined;
  const verifier = randomBytes(32).toString('base64url');
  (await cookies()).set(verifierCookie, verifier, { ...attributes, maxAge: 600 });
  const address = new URL(`/api/connect/${signInProvider}`, lecternUrl);
  address.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
  address.searchParams.set('code_challenge_method', 'S256');
  return address.href;
};

/** Keeps the session in a cookie that no script reads. @returns whether Lectern accepts the code */
export const finishSignIn = async (code: string): Promise<boolean> => {
  const store = await cookies();
  const address = new URL(`/api/auth/${signInProvider}/callback`, lecternUrl);
  address.searchParams.set('code', code);
  address.searchParams.set('code_verifier', store.get(verifierCookie)?.value ?? '');
  store.delete(verifierCookie);
  const response = await fetch(address);
  if (!response.ok) return false;
  store.set(sessionCookie, ((await response.json()) as { readonly jwt: string }).jwt, attributes);
  return true;
};

/** @returns the name of the member; undefined if nobody is signed in, or no longer */
export const readMemberName = async (): Promise<string | undefined> => {
  const session = (await cookies()).get(sessionCookie);
  if (session === undefined) return undefined;
  const headers = { authorization: `Bearer ${session.value}` };
  const response = await fetch(new URL('/api/users/me', lecternUrl), { headers });
  return response.ok ? ((await response.json()) as { readonly username: string }).username : undefined;
};

export const signOut = async (): Promise<void> => {
  (await cookies()).delete(sessionCookie);
};
