/** Texts for Discord. Not in `locales`: a channel has one language, whatever the dashboard's language is. */
export const wording = {
  en: {
    'users:created': { title: 'New account', text: '{name} created an account.' },
    'server-queue:completed': { title: 'Server is ready', text: "{name}'s server was built." },
    'server-queue:failed': {
      title: 'Server build failed',
      text: "{name}'s server couldn't be built: {reason}.",
    },
    'servers:deleted': { title: 'Server deleted', text: '{name} deleted a server.' },
    'store:purchased': {
      title: 'Purchase',
      text: '{name} bought {item} × {quantity} for {price} coins.',
    },
    test: { title: 'Test message', text: 'The dashboard reaches this channel.' },
    someone: 'Someone',
  },
  de: {
    'users:created': { title: 'Neues Konto', text: '{name} hat ein Konto erstellt.' },
    'server-queue:completed': { title: 'Server ist bereit', text: 'Der Server von {name} wurde aufgebaut.' },
    'server-queue:failed': {
      title: 'Serveraufbau fehlgeschlagen',
      text: 'Der Server von {name} konnte nicht aufgebaut werden: {reason}.',
    },
    'servers:deleted': { title: 'Server gelöscht', text: '{name} hat einen Server gelöscht.' },
    'store:purchased': { title: 'Kauf', text: '{name} hat {item} × {quantity} für {price} Coins gekauft.' },
    test: { title: 'Testnachricht', text: 'Das Dashboard erreicht diesen Kanal.' },
    someone: 'Jemand',
  },
} as const

export type Language = keyof typeof wording
export type NewsKind = Exclude<keyof (typeof wording)['en'], 'someone'>

const isNews = (event: string): event is NewsKind => event !== 'someone' && Object.hasOwn(wording.en, event)

/** The title of a message, by its event: all but news are tests. */
export const titleOf = (event: string, language: Language): string =>
  wording[language][isNews(event) ? event : 'test'].title
