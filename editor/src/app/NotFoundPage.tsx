// The screen of an unknown address.
import { NotFound } from '../ui/NotFound.tsx';

export const NotFoundPage = () => (
  <main>
    <NotFound />
  </main>
);
