// A Mermaid diagram, drawn again when the page turns dark or light.
import script from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';
import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

interface Mermaid {
  readonly initialize: (options: { readonly startOnLoad: boolean; readonly theme: string }) => void;
  readonly render: (id: string, text: string) => Promise<{ readonly svg: string }>;
}

/** The package is a script that sets a global variable, for pages without a bundler. */
const loadMermaid = async (): Promise<Mermaid> => {
  const global = globalThis as { mermaid?: Mermaid };
  if (global.mermaid === undefined)
    await new Promise((resolve, reject) => {
      const element = Object.assign(document.createElement('script'), {
        src: script,
        onload: resolve,
        onerror: reject,
      });
      document.head.append(element);
    });
  if (global.mermaid === undefined) throw new Error('Mermaid did not load');
  return global.mermaid;
};

let drawn = 0;

/** `text` is the diagram, as encodeURIComponent wrote it. */
export const Diagram = defineComponent({
  props: { text: { type: String, required: true } },
  setup: ({ text }) => {
    const { isDark } = useData();
    const image = ref('');
    const draw = async (): Promise<void> => {
      const mermaid = await loadMermaid();
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? 'dark' : 'neutral' });
      drawn += 1;
      image.value = (await mermaid.render(`diagram${drawn}`, decodeURIComponent(text))).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () => h('div', { innerHTML: image.value });
  },
});
