// All routes of the editor. Each screen is loaded when it is first shown.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { NotFound } from '../ui/NotFound.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { Root } from './Root.tsx';
import { contentSearch, parseSearch, stringifySearch } from './search.ts';

const root = createRootRoute({ component: Root });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('../account/LoginPage.tsx'), 'LoginPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../account/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => import('../account/LogoutPage.tsx'), 'LogoutPage'),
});

/** The code is in the fragment, which is sent to no server. */
const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => import('../account/SetPasswordPage.tsx'), 'SetPasswordPage'),
});

/** Everything that needs a session, inside of the navigation. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyRouteComponent(() => import('./RequireSession.tsx'), 'RequireSession'),
});

const page = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => inside, path, component });

const contentPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => inside, path, component, validateSearch: contentSearch });

const administration = createRoute({
  getParentRoute: () => inside,
  id: 'administration',
  component: lazyRouteComponent(() => import('./RequireSession.tsx'), 'RequireDestination'),
});

const administrationPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => administration, path, component });

const tree = root.addChildren([
  login,
  logout,
  forgotPassword,
  setPassword,
  inside.addChildren([
    page(
      '/',
      lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
    ),
    contentPage(
      '/content/$type',
      lazyRouteComponent(() => import('../lists/ListPage.tsx'), 'ListPage'),
    ),
    contentPage(
      '/content/$type/$documentId',
      lazyRouteComponent(() => import('../document/DocumentPage.tsx'), 'DocumentPage'),
    ),
    contentPage(
      '/single/$type',
      lazyRouteComponent(() => import('../document/DocumentPage.tsx'), 'DocumentPage'),
    ),
    contentPage(
      '/media',
      lazyRouteComponent(() => import('../media/MediaPage.tsx'), 'MediaPage'),
    ),
    contentPage(
      '/trash',
      lazyRouteComponent(() => import('../trash/TrashPage.tsx'), 'TrashPage'),
    ),
    page(
      '/releases',
      lazyRouteComponent(() => import('../releases/ReleasesPage.tsx'), 'ReleasesPage'),
    ),
    page(
      '/releases/calendar',
      lazyRouteComponent(() => import('../releases/calendar/CalendarPage.tsx'), 'CalendarPage'),
    ),
    page(
      '/releases/$id',
      lazyRouteComponent(() => import('../releases/ReleasePage.tsx'), 'ReleasePage'),
    ),
    administration.addChildren([
      administrationPage(
        '/admin/users',
        lazyRouteComponent(() => import('../admin/users/UsersPage.tsx'), 'UsersPage'),
      ),
      administrationPage(
        '/admin/roles',
        lazyRouteComponent(() => import('../admin/roles/RolesPage.tsx'), 'RolesPage'),
      ),
      administrationPage(
        '/admin/roles/$id',
        lazyRouteComponent(() => import('../admin/roles/RolePage.tsx'), 'RolePage'),
      ),
      administrationPage(
        '/admin/tokens',
        lazyRouteComponent(() => import('../admin/TokensPage.tsx'), 'TokensPage'),
      ),
      administrationPage(
        '/admin/webhooks',
        lazyRouteComponent(() => import('../admin/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
      ),
      administrationPage(
        '/admin/webhooks/$id',
        lazyRouteComponent(() => import('../admin/webhooks/WebhookPage.tsx'), 'WebhookPage'),
      ),
      administrationPage(
        '/admin/locales',
        lazyRouteComponent(() => import('../admin/LocalesPage.tsx'), 'LocalesPage'),
      ),
      administrationPage(
        '/admin/activity',
        lazyRouteComponent(() => import('../admin/activity/ActivityPage.tsx'), 'ActivityPage'),
      ),
    ]),
    page(
      '/account',
      lazyRouteComponent(() => import('../account/AccountPage.tsx'), 'AccountPage'),
    ),
    // Every other address.
    page('$', NotFound),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: '/editor',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Of `/logout`: which sessions to end at once. */
    logout?: 'this' | 'all';
    /** Of a form: whether the preview opens with it. */
    preview?: true;
  }
}
