// Talks with the page of the site in the frame: it says what somebody wants to edit, and hears of saves and of the focus.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMay } from '../../api/editor.ts';
import { useSchema } from '../../api/schema.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { readFrameMessage, type WantedField } from './frameMessages.ts';

interface Options {
  readonly url: string;
  /** As in `Preview`. */
  readonly updates: number;
  /** The form beside the page; undefined: there is none. */
  readonly form: DocumentForm | undefined;
  /** Called when somebody wants to edit a field, of this document or of another one. */
  readonly onField: (wanted: WantedField) => void;
}

/**
 * What is wrong with the page, which says neither its status nor its text: `away` does not load, `silent` does, and does not say that
 * it is a preview, as a page without the script and that of an error, also of the browser's own.
 */
export type PageProblem = 'away' | 'silent';

/** How long a loaded page may take until it says that it is a preview. */
const silenceMs = 5_000;

/** How long a page may take to load. */
const loadMs = 15_000;

/** @returns the problem: undefined while the page loads, and once it is the preview; and a key, of which another one loads the page again */
export const usePreviewFrame = ({ url, updates, form, onField }: Options) => {
  const may = useMay();
  const { types } = useSchema();
  const ref = useRef<HTMLIFrameElement>(null);
  const [key, setKey] = useState(0);
  const isReady = useRef(false);
  /** Whether the page that is being loaded has said already that it is a preview: usually before the event of its load. */
  const isHeard = useRef(false);
  /** Of a loaded page that has not. */
  const silence = useRef<ReturnType<typeof setTimeout>>(undefined);
  const absence = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [problem, setProblem] = useState<PageProblem>();
  const stop = useCallback(() => {
    clearTimeout(silence.current);
    clearTimeout(absence.current);
    silence.current = undefined;
  }, []);
  /** What had the focus before the page. */
  const focused = useRef<EventTarget>(null);
  const { origin } = new URL(url, window.location.href);
  const send = useEffectEvent((type: string, payload?: object) => {
    ref.current?.contentWindow?.postMessage(payload === undefined ? { type } : { type, payload }, origin);
  });
  /** @param scrolls whether the page shows the field; after it was loaded again, it stays at its place */
  const sendFocus = useEffectEvent((scrolls: boolean) => {
    const start = `${form?.id ?? 'none'}-`;
    const field = document.activeElement?.closest(`[id^="${start}"]`)?.id.slice(start.length);
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
    isHeard.current = silence.current === undefined;
    stop();
    setProblem(undefined);
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
  const reload = () => {
    isReady.current = false;
    setProblem(undefined);
    setKey((current) => current + 1);
  };
  useEffect(() => {
    isHeard.current = false;
    absence.current = setTimeout(() => setProblem('away'), loadMs);
    return stop;
  }, [url, key, stop]);
  const first = useRef(updates);
  const update = useEffectEvent(() => {
    if (isReady.current) send('strapiUpdate');
    else reload();
  });
  useEffect(() => {
    if (updates !== first.current) update();
  }, [updates]);
  /** Also of pages that load themselves, as some do after a save. */
  const onLoad = () => {
    stop();
    setProblem(undefined);
    if (!isHeard.current)
      silence.current = setTimeout(() => {
        silence.current = undefined;
        setProblem('silent');
      }, silenceMs);
    isHeard.current = false;
  };
  return { ref, key, problem, onLoad, reload };
};
