// Tells static pages who is signed in, and signs them out.
import { readMemberName, signOut } from '../../../lectern/member.ts';
import { signInProvider } from '../../../lectern/settings.ts';

export const GET = async (): Promise<Response> =>
  Response.json(
    { canSignIn: Boolean(signInProvider), name: await readMemberName() },
    { headers: { 'cache-control': 'private, no-store' } },
  );

export const DELETE = async (): Promise<Response> => {
  await signOut();
  return new Response(null, { status: 204 });
};
