import { boolean, choice, defineResource, text } from '@spawnpoint/sdk/resource'

export const greetings = defineResource('hello/greetings', {
  nav: { order: 910 },
  icon: 'MessageSquare',
  title: 'text',
  fields: {
    text: text(1, 200).unique().column({ sort: true, search: true }),
    language: choice(['en', 'de']).initial('en').column({ filter: true }),
    enabled: boolean(true).column({ filter: true }),
  },
})
