// All routes of the editor. Each screen is loaded when it is first shown.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { ErrorPage, Root } from './Root.tsx';
import { contentSearch, parseSearch, stringifySearch } from './search.ts';

const root = createRootRoute({ component: Root });

/** Loads the module that has the screen. */
type Load<Name extends string> = () => Promise<Readonly<Record<Name, RouteComponent>>>;

const publicPage = <Path extends string, Name extends string>(path: Path, load: Load<Name>, name: Name) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) });

/** Everything that needs a session, inside of the navigation. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyRouteComponent(() => import('./RequireSession.tsx'), 'RequireSession'),
});

const page = <Path extends string, Name extends string>(path: Path, load: Load<Name>, name: Name) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(load, name) });

const contentPage = <Path extends string, Name extends string>(path: Path, load: Load<Name>, name: Name) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(load, name),
    validateSearch: contentSearch,
  });

const administration = createRoute({
  getParentRoute: () => inside,
  id: 'administration',
  component: lazyRouteComponent(() => import('./RequireSession.tsx'), 'RequireDestination'),
});

const administrationPage = <Path extends string, Name extends string>(path: Path, load: Load<Name>, name: Name) =>
  createRoute({ getParentRoute: () => administration, path, component: lazyRouteComponent(load, name) });

const tree = root.addChildren([
  publicPage('/login', () => import('../account/LoginPage.tsx'), 'LoginPage'),
  publicPage('/logout', () => import('../account/LogoutPage.tsx'), 'LogoutPage'),
  publicPage('/forgot-password', () => import('../account/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  publicPage('/set-password', () => import('../account/SetPasswordPage.tsx'), 'SetPasswordPage'),
  inside.addChildren([
    page('/', () => import('./HomePage.tsx'), 'HomePage'),
    contentPage('/content/$type', () => import('../lists/ListPage.tsx'), 'ListPage'),
    contentPage('/content/$type/$documentId', () => import('../document/DocumentPage.tsx'), 'DocumentPage'),
    contentPage('/single/$type', () => import('../document/DocumentPage.tsx'), 'DocumentPage'),
    contentPage('/media', () => import('../media/MediaPage.tsx'), 'MediaPage'),
    contentPage('/trash', () => import('../trash/TrashPage.tsx'), 'TrashPage'),
    page('/releases', () => import('../releases/ReleasesPage.tsx'), 'ReleasesPage'),
    page('/releases/calendar', () => import('../releases/calendar/CalendarPage.tsx'), 'CalendarPage'),
    page('/releases/$id', () => import('../releases/ReleasePage.tsx'), 'ReleasePage'),
    administration.addChildren([
      administrationPage('/admin/users', () => import('../admin/users/UsersPage.tsx'), 'UsersPage'),
      administrationPage('/admin/roles', () => import('../admin/roles/RolesPage.tsx'), 'RolesPage'),
      administrationPage('/admin/roles/$id', () => import('../admin/roles/RolePage.tsx'), 'RolePage'),
      administrationPage('/admin/tokens', () => import('../admin/TokensPage.tsx'), 'TokensPage'),
      administrationPage('/admin/webhooks', () => import('../admin/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
      administrationPage('/admin/webhooks/$id', () => import('../admin/webhooks/WebhookPage.tsx'), 'WebhookPage'),
      administrationPage('/admin/locales', () => import('../admin/LocalesPage.tsx'), 'LocalesPage'),
      administrationPage('/admin/activity', () => import('../admin/activity/ActivityPage.tsx'), 'ActivityPage'),
    ]),
    page('/authorize', () => import('../account/AuthorizePage.tsx'), 'AuthorizePage'),
    page('/account', () => import('../account/AccountPage.tsx'), 'AccountPage'),
    // Every other address.
    page('$', () => import('../ui/NotFound.tsx'), 'NotFound'),
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
