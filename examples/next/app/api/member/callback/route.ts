// Receives a visitor from the provider, with a code.
import type { NextRequest } from 'next/server';
import { redirect } from 'next/navigation';
import { finishSignIn } from '../../../../lectern/member.ts';

export const GET = async ({ nextUrl: { searchParams } }: NextRequest): Promise<Response> => {
  if (!(await finishSignIn(searchParams.get('code') ?? '')))
    return new Response('You are not signed in: try again.', { status: 401 });
  redirect('/');
};
