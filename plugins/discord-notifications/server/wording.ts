/** Texts for Discord. Not in `locales`: a channel has one language, whatever the dashboard's language is. */
export const wording = {
  en: {
    'users:created': { title: 'New account', text: '{name} has registered.' },
    'server-queue:completed': { title: 'Server is ready', text: 'The server of {name} was built.' },
    'server-queue:failed': {
      title: 'Server build failed',
      text: 'The server of {name} was not built: {reason}.',
    },
    'servers:deleted': { title: 'Server deleted', text: '{name} has deleted a server.' },
    'store:purchased': {
      title: 'Purchase',
      text: '{name} has bought {item} × {quantity} for {price} coins.',
    },
    test: { title: 'Test message', text: 'The dashboard reaches this channel.' },
    someone: 'Somebody',
  },
  de: {
    'users:created': { title: 'Neues Konto', text: '{name} hat sich registriert.' },
    'server-queue:completed': { title: 'Server ist bereit', text: 'Der Server von {name} wurde gebaut.' },
    'server-queue:failed': {
      title: 'Serverbau gescheitert',
      text: 'Der Server von {name} wurde nicht gebaut: {reason}.',
    },
    'servers:deleted': { title: 'Server gelöscht', text: '{name} hat einen Server gelöscht.' },
    'store:purchased': { title: 'Kauf', text: '{name} hat {item} × {quantity} für {price} Münzen gekauft.' },
    test: { title: 'Testnachricht', text: 'Das Dashboard erreicht diesen Kanal.' },
    someone: 'Jemand',
  },
} as const

export type Language = keyof typeof wording
export type NewsKind = Exclude<keyof (typeof wording)['en'], 'someone'>
