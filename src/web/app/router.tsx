import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import type { Path } from '#domain/access/routes.ts'
import { Bare } from './bare.tsx'
import { guard } from './guard.ts'
import { MissingScreen } from './missing-screen.tsx'
import { Root } from './root.tsx'
import { RouteTrouble } from './route-trouble.tsx'
import { screens } from './screens.ts'
import { Shell } from './shell.tsx'
import { Waiting } from './waiting.tsx'

// Customers and the layout tests get a page of their own, without the staff's menu.
const barePaths = new Set<Path>([
  '/invoice/',
  '/contract/',
  '/account/',
  '/file/',
  '/directdebit/',
  '/directdebit/done',
  '/tests/flex',
  '/tests/grid',
])

// The table's keys are the paths; Object.keys forgets that.
const paths = Object.keys(screens) as Path[]

function routeFor(path: Path): RouteObject {
  return {
    path,
    loader: ({ request }) => guard(path, request),
    // Filters and tabs live in the query: only another address asks the guard again.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: async () => ({ Component: await screenAt(path) }),
    ErrorBoundary: RouteTrouble,
  }
}

/** The router shows nothing at all where loading fails, so the failure is a screen as well. */
async function screenAt(path: Path): Promise<ComponentType> {
  const load = async (): Promise<ComponentType> => (await screens[path]()).Screen
  try {
    return await load()
  } catch (cause) {
    console.error(cause)
    return () => <MissingScreen load={load} />
  }
}

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: RouteTrouble,
    children: [
      {
        Component: Shell,
        ErrorBoundary: RouteTrouble,
        HydrateFallback: Waiting,
        children: [
          ...paths.filter((path) => !barePaths.has(path)).map(routeFor),
          // §2: unknown paths redirect to /404.
          { path: '*', element: <Navigate to="/404" replace /> },
        ],
      },
      {
        Component: Bare,
        ErrorBoundary: RouteTrouble,
        HydrateFallback: Waiting,
        children: paths.filter((path) => barePaths.has(path)).map(routeFor),
      },
    ],
  },
])
