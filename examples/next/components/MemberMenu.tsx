'use client';
// Shows who is signed in. The browser asks, because the pages are static.
import { useEffect, useState } from 'react';

interface Member {
  readonly canSignIn: boolean;
  readonly name?: string;
}

export const MemberMenu = () => {
  const [member, setMember] = useState<Member>({ canSignIn: false });
  const read = async (): Promise<void> => {
    setMember((await (await fetch('/api/member')).json()) as Member);
  };
  const leave = async (): Promise<void> => {
    await fetch('/api/member', { method: 'DELETE' });
    await read();
  };
  useEffect(() => {
    void read();
  }, []);
  if (member.name !== undefined)
    return (
      <nav>
        {member.name} <button onClick={() => void leave()}>Sign out</button>
      </nav>
    );
  return (
    member.canSignIn && (
      <nav>
        <a href="/api/member/sign-in">Sign in</a>
      </nav>
    )
  );
};
