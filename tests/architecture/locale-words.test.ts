import { describe, expect, it } from 'vitest'
import { languages } from './locale-parity.ts'
import { findForeignWords, readGlossary } from './locale-words.ts'
import { readSourceTree, repositoryRoot, sampleTree } from './source-tree.ts'

const tree = readSourceTree(repositoryRoot)
const glossary = tree.get('locales/GLOSSARY.md') ?? ''

const wordsIn = (language: string, message: string) =>
  findForeignWords(
    sampleTree({
      'locales/GLOSSARY.md': glossary,
      [`locales/${language}.yml`]: `a: ${JSON.stringify(message)}`,
    }),
  )

describe('the words of the interface', () => {
  it('are those of the glossary, in one form of address, in the whole repository', () => {
    expect(findForeignWords(tree)).toEqual([])
  })

  it('have a glossary in every language', () => {
    const found = readGlossary(glossary)
    expect([...found.keys()].sort()).toEqual([...languages].sort())
    for (const [language, never] of found) expect(never.length, language).toBeGreaterThan(5)
  })

  it.each([
    ['en', 'We have sent you a letter.', ['letter']],
    ['en', 'E-mails are on their way.', ['e-mail*']],
    ['en', 'Somebody booked {{letter}}.', ['somebody']],
    ['en', 'Log-in with your user name', ['user name', 'log-in']],
    ['de', 'Deine Münzen und ein Brief', ['Münz*', 'Brief']],
    ['fr', 'Le panneau de jeu refuse', ['panneau de jeu']],
    ['es', 'Te enviamos una carta', ['carta']],
    ['ro', 'Ți-am trimis o scrisoare', ['scrisoare']],
    ['md', '这是硬币', ['硬币']],
  ])('refuse in %s: %s', (language, message, never) => {
    expect(wordsIn(language, message)).toEqual(
      never.map((word) => `locales/${language}.yml: a says '${word}'`),
    )
  })

  it.each([
    ['de', 'Hier können Sie das sehen.'],
    ['de', 'Prüfe Ihre Angaben und frage Ihren Anbieter.'],
    ['fr', 'Vérifiez-le sur votre compte.'],
    ['es', 'Inténtelo de nuevo.'],
    ['ro', 'Verificați setările.'],
    ['md', '您的账户'],
  ])('refuse another form of address in %s: %s', (language, message) => {
    expect(wordsIn(language, message)).toEqual([`locales/${language}.yml: a mixes the form of address`])
  })

  it('let a German sentence open with "Sie" for "they", and leave placeholders and commands alone', () => {
    expect(wordsIn('de', 'Drei Codes. Sie gelten einmal.')).toEqual([])
    expect(wordsIn('en', 'Hi {{letter}}, run `put away`.')).toEqual([])
  })
})
