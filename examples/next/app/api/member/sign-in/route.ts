// Sends a visitor to the provider.
import { redirect } from 'next/navigation';
import { startSignIn } from '../../../../lectern/member.ts';

export const GET = async (): Promise<Response> => {
  const address = await startSignIn();
  if (address === undefined) return new Response('This site has no provider.', { status: 404 });
  redirect(address);
};
