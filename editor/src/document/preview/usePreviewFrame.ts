// Talks with the page of the site in the frame: it says what somebody wants to edit, and hears of saves and of the focus.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMay } from '../../api/editor.ts';
import { useSchema } from '../../api/schema.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { readFrameMessage, type WantedField } from './frameMessages.ts';

interface Options {
  readonly url: string;
  /** As in `Preview`. */
  readonly updates: number;
  readonly form: DocumentForm;
  /** Called when somebody wants to edit a field, of this document or of another one. */
  readonly onField: (wanted: WantedField) => void;
}

interface Frame {
  readonly ref: React.RefObject<HTMLIFrameElement | null>;
  /** Another key makes another frame, which loads the page again. */
  readonly key: number;
}

export const usePreviewFrame = ({ url, updates, form, onField }: Options): Frame => {
  const may = useMay();
  const { types } = useSchema();
  const ref = useRef<HTMLIFrameElement>(null);
  const [key, setKey] = useState(0);
  const isReady = useRef(false);
  /** What had the focus before the page. */
  const focused = useRef<EventTarget>(null);
  const { origin } = new URL(url, window.location.href);
  const send = useEffectEvent((type: string, payload?: object) => {
    ref.current?.contentWindow?.postMessage(payload === undefined ? { type } : { type, payload }, origin);
  });
  /** @param scrolls whether the page shows the field; after it was loaded again, it stays at its place */
  const sendFocus = useEffectEvent((scrolls: boolean) => {
    const field = document.activeElement?.closest(`[id^="${form.id}-"]`)?.id.slice(form.id.length + 1);
    if (field === undefined) send('strapiFieldBlur');
    else send('strapiFieldFocus', { field, scrolls });
  });
  const receive = useEffectEvent(({ source, origin: sender, data }: MessageEvent<unknown>) => {
    if (source !== ref.current?.contentWindow || sender !== origin) return;
    const message = readFrameMessage(data);
    if (message?.type === 'field') onField(message.wanted);
    if (message?.type === 'leave' && focused.current instanceof HTMLElement) focused.current.focus();
    if (message?.type !== 'ready') return;
    isReady.current = true;
    void import('virtual:preview-script').then(({ default: script }) => {
      send('strapiScript', { script });
      const editable = [...types.values()].filter(({ uid }) => may('update', uid)).map(({ name }) => name);
      send('lecternRights', { editable });
      sendFocus(false);
    });
  });
  useEffect(() => {
    const followFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLIFrameElement) return;
      focused.current = target;
      sendFocus(true);
    };
    window.addEventListener('message', receive);
    document.addEventListener('focusin', followFocus);
    return () => {
      window.removeEventListener('message', receive);
      document.removeEventListener('focusin', followFocus);
    };
  }, []);
  const first = useRef(updates);
  const update = useEffectEvent(() => {
    if (isReady.current) send('strapiUpdate');
    else setKey((current) => current + 1);
  });
  useEffect(() => {
    if (updates !== first.current) update();
  }, [updates]);
  return { ref, key };
};
