// Tells that the page is a draft, and ends the preview.
import { redirect } from 'next/navigation';
import { endPreview } from '../lectern/preview.ts';

const leave = async (): Promise<void> => {
  'use server';
  await endPreview();
  redirect('/');
};

export const DraftBar = () => (
  <form className="draft" action={leave}>
    This is a draft. Only people with the preview link see it. <button>Leave the preview</button>
  </form>
);
