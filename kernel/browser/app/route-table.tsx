import type { RouteObject } from 'react-router-dom'
import { AUTH_REDIRECT_PATH } from '../../common/own-paths.ts'
import type { RegisteredRoute } from '../routing/route-registry.ts'
import { BareLayout, FramedLayout, GuestLayout, Redirect } from './layouts.tsx'
import { NotFound } from './not-found.tsx'
import { RouteFrame } from './route-frame.tsx'

const toObject = (route: RegisteredRoute): RouteObject => ({
  path: route.path,
  element: <RouteFrame key={`${route.plugin}/${route.id}`} route={route} />,
})

const isOwnPath = ({ path }: RegisteredRoute): boolean => path === AUTH_REDIRECT_PATH

/** The router's table: three layouts, each with its pages. */
export const createRouteTable = (routes: readonly RegisteredRoute[]): RouteObject[] => {
  const pages = routes.filter((route) => !isOwnPath(route))
  const guest = pages.filter(({ area }) => area === 'guest')
  const bare = pages.filter(({ area, bare: isBare }) => area !== 'guest' && isBare)
  const framed = pages.filter(({ area, bare: isBare }) => area !== 'guest' && !isBare)
  const isTaken = (path: string): boolean => pages.some((route) => route.path === path)
  return [
    {
      element: <GuestLayout />,
      children: [
        ...guest.map(toObject),
        { path: AUTH_REDIRECT_PATH, element: <Redirect by="AuthRedirect" /> },
        ...(isTaken('/') ? [] : [{ path: '/', element: <Redirect by="RootRedirect" /> }]),
      ],
    },
    { element: <FramedLayout />, children: framed.map(toObject) },
    {
      element: <BareLayout />,
      children: [...bare.map(toObject), ...(isTaken('/*') ? [] : [{ path: '*', element: <NotFound /> }])],
    },
  ]
}
