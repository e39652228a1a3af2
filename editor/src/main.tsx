// Mounts the editor into the page.
import './app/firstStyles.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { theme, addThemeVariables } from './app/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root');
addThemeVariables(theme);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
