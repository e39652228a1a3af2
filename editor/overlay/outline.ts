// Draws an outline around an element of the page, without changing the page's own elements.

const styles = `
  :host { all: initial; position: fixed; inset: 0; pointer-events: none; z-index: 2147483647 }
  div { position: absolute; box-sizing: border-box; border: 2px solid #4263eb; border-radius: 3px; display: none }
  div[data-locked] { border: 2px dashed #868e96 }
  div[data-solid] { border-width: 3px; background: rgb(66 99 235 / 10%) }
`;

export interface Outline {
  /**
   * @param element null: hides the outline
   * @param isLocked whether the user may not edit it
   */
  readonly show: (element: Element | null, isLocked?: boolean) => void;
}

const createRoot = (): ShadowRoot => {
  const host = document.createElement('lectern-preview');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  // Not an element: the page may forbid inline styles.
  root.adoptedStyleSheets = [sheet];
  document.documentElement.append(host);
  return root;
};

let root: ShadowRoot | undefined;

/** @param solid for the field that has the focus in the form */
export const createOutline = (solid: boolean): Outline => {
  root ??= createRoot();
  const box = document.createElement('div');
  box.toggleAttribute('data-solid', solid);
  root.append(box);
  let target: Element | null = null;
  const draw = (): void => {
    if (target?.isConnected !== true) {
      box.style.display = 'none';
      return;
    }
    box.style.display = 'block';
    const { left, top, width, height } = target.getBoundingClientRect();
    Object.assign(box.style, {
      ...{ left: `${left - 4}px`, top: `${top - 4}px` },
      ...{ width: `${width + 8}px`, height: `${height + 8}px` },
    });
  };
  addEventListener('scroll', draw, { capture: true, passive: true });
  new ResizeObserver(draw).observe(document.documentElement);
  new MutationObserver(draw).observe(document, { childList: true, subtree: true });
  return {
    show: (element, isLocked = false) => {
      target = element;
      box.toggleAttribute('data-locked', isLocked);
      draw();
    },
  };
};
