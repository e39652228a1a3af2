// Colors, sizes and defaults of all components.
import { Badge, createTheme, Drawer, DrawerHeader, Menu, Modal, ModalHeader, Tooltip } from '@mantine/core';

/** Locking the scroll position inserts a <style> element, which the Content-Security-Policy blocks; the page never scrolls. */
const withoutScrollLock = { lockScroll: false };

/** Dialogs are outside of `main`, where a <header> would be a second banner of the page. */
const withoutBanner = { defaultProps: { role: 'presentation' } };

export const theme = createTheme({
  primaryColor: 'indigo',
  // White text on it has enough contrast in both schemes.
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  headings: { fontWeight: '650' },
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none' } }),
    Drawer: Drawer.extend({ defaultProps: withoutScrollLock }),
    DrawerHeader: DrawerHeader.extend(withoutBanner),
    // The focus begins on the first item: a menu contains nothing else.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({ defaultProps: { ...withoutScrollLock, centered: true } }),
    ModalHeader: ModalHeader.extend(withoutBanner),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
  },
});
