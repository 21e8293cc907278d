import { describe, expect, it } from 'vitest'
import { findPunctuation } from './locale-punctuation.ts'
import { readSourceTree, repositoryRoot, sampleTree } from './source-tree.ts'

const found = (language: string, message: string) =>
  findPunctuation(sampleTree({ [`locales/${language}.yml`]: `a: ${JSON.stringify(message)}` }))

describe('the punctuation of messages', () => {
  it('is that of their language, in the whole repository', () => {
    expect(findPunctuation(readSourceTree(repositoryRoot))).toEqual([])
  })

  it.each([
    ['en', 'Loading...', 'three dots for …'],
    ['de', 'Öffne "Konto"', 'straight quotes'],
    ['fr', 'Supprimer ?', 'no no-break space'],
    ['fr', 'Ton compte : profil', 'no no-break space'],
    ['fr', 'Supprimer « {{name}} »', 'no no-break space'],
    ['es', 'Eliminar?', 'an unopened question or exclamation'],
    ['ro', 'Şterge', 'a cedilla for a comma'],
    ['md', '缺少:{{names}}', 'narrow punctuation'],
    ['md', '现在复制,以后没有', 'narrow punctuation'],
  ])('of %s is refused in “%s”', (language, message, name) => {
    expect(found(language, message)).toEqual([`locales/${language}.yml: a has ${name}`])
  })

  it.each([
    ['fr', 'Supprimer\u202F? Ton compte\u00A0: «\u00A0{{name}}\u00A0»'],
    ['es', 'Pulsa ? para verlos. ¿Eliminar?'],
    ['md', '地址：https://example.com，端口 10.0.0.5:8080'],
  ])('of %s is taken in “%s”', (language, message) => {
    expect(found(language, message)).toEqual([])
  })
})
