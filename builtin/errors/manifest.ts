import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'errors',
  title: '%title%',
  description: '%description%',
  icon: 'CircleAlert',
  removable: false,
  modules: {
    forbidden: 'browser/forbidden-page.tsx',
    'server-error': 'browser/server-error-page.tsx',
    'not-found': 'browser/not-found-page.tsx',
  },
  contributes: {
    routes: [
      {
        id: 'error-403',
        path: '/errors/403',
        rule: 'SCR38',
        area: 'public',
        module: 'forbidden',
        title: '%forbidden.title%',
        wellKnown: 'forbidden',
      },
      {
        id: 'error-500',
        path: '/errors/500',
        rule: 'SCR39',
        area: 'public',
        module: 'server-error',
        title: '%serverError.title%',
        wellKnown: 'server-error',
      },
      {
        id: 'not-found',
        path: '/*',
        rule: 'SCR40',
        area: 'public',
        module: 'not-found',
        title: '%notFound.title%',
        wellKnown: 'not-found',
      },
    ],
  },
})
