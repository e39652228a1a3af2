'use client';
// In the editor's frame, the page updates itself after each save, and opens the field of what is clicked twice.
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

interface Message {
  readonly type?: string;
  readonly payload?: { readonly script: string };
}

const runScript = (text: string): void => {
  const script = document.createElement('script');
  script.textContent = text;
  document.head.append(script);
};

/** @param origin of the editor: nobody else may send a script */
export const EditorFrame = ({ origin }: { readonly origin: string }) => {
  const router = useRouter();
  useEffect(() => {
    const receive = ({ source, origin: sender, data }: MessageEvent<Message | null>): void => {
      if (source !== window.parent || sender !== origin) return;
      if (data?.type === 'strapiUpdate') router.refresh();
      if (data?.type === 'strapiScript' && data.payload) runScript(data.payload.script);
    };
    window.addEventListener('message', receive);
    window.parent.postMessage({ type: 'previewReady' }, origin);
    return () => {
      window.removeEventListener('message', receive);
    };
  }, [router, origin]);
  return null;
};
