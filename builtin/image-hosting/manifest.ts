import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'image-hosting',
  title: '%title%',
  description: '%description%',
  icon: 'Image',
  dependencies: { pictures: '*', users: '*' },
  flags: ['image_hosting_enabled'],
  contributes: {
    routes: [
      {
        id: 'images',
        path: '/images',
        rule: 'SCR11',
        area: 'user',
        module: 'images-page',
        title: '%page.title%',
      },
      {
        id: 'images-config',
        path: '/images/config',
        rule: 'SCR12',
        area: 'user',
        module: 'config-page',
        title: '%config.title%',
      },
      {
        id: 'images-upload',
        path: '/images/upload',
        rule: 'SCR13',
        area: 'user',
        module: 'upload-page',
        title: '%upload.title%',
      },
    ],
    nav: [
      { area: 'user', route: 'images', label: '%page.title%', icon: 'Image', group: 'community', order: 30 },
    ],
    commands: [{ id: 'upload-images', title: '%upload.title%', route: 'images-upload' }],
  },
  modules: {
    'config-page': 'browser/config-page.tsx',
    'images-page': 'browser/images-page.tsx',
    'upload-page': 'browser/upload-page.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
