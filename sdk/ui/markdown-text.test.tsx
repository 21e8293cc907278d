// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MarkdownText } from './markdown-text.tsx'

afterEach(cleanup)

const draw = (text: string) => render(<MarkdownText text={text} author="visitor" />).container

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](java%0ascript:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](/auth/logout)',
  '[x](//evil.example.com)',
  '[x](https://e.example" onmouseover="alert(1))',
  '![x](https://evil.example.com/pixel.gif)',
  '![x](javascript:alert(1))',
  '![x"onerror="alert(1)](x)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '<style>*{display:none}</style>',
  '<form action="https://evil.example.com"><input name=password></form>',
  '<base href="https://evil.example.com">',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '`<script>alert(1)</script>`',
  '```html\n<img src=x onerror=alert(1)>\n```',
  '\u202Ehttps://moc.elpmaxe.live',
]

it.each(hostile)('[TIC18] draws nothing of its author but text and links outward: %j', (text) => {
  const box = draw(text)
  const forbidden = 'script, img, svg, iframe, style, form, input, base, math, object, embed, link, meta'
  expect(box.querySelectorAll(forbidden)).toHaveLength(0)
  for (const element of box.querySelectorAll('*'))
    for (const { name } of element.attributes)
      // The only one of ours that is no look and no link lets the keyboard scroll code.
      if (!(name === 'tabindex' && element.tagName === 'PRE'))
        expect(['class', 'href', 'rel', 'target', 'start']).toContain(name)
  for (const link of box.querySelectorAll('a')) {
    expect(link.getAttribute('href')).toMatch(/^(https?:\/\/|mailto:)/)
    expect(link.rel.split(' ')).toEqual(expect.arrayContaining(['noopener', 'noreferrer', 'nofollow']))
    expect(link.target).toBe('_blank')
  }
})

it('[TIC18] draws what people write', () => {
  const box = draw('**bold** and `code`\nnext line\n\n- one\n- two\n\n![log](https://e.example/log.png)')
  expect(box.querySelector('strong')?.textContent).toBe('bold')
  expect(box.querySelectorAll('li')).toHaveLength(2)
  expect(box.querySelector('p')?.textContent).toBe('bold and code\nnext line')
  expect(box.querySelector('a')?.getAttribute('href')).toBe('https://e.example/log.png')
})

it('gives a text of staff its headings below the title of the page, and leads to the product in the same tab', () => {
  const text = '# Rules\n\n## Play fair\n\n[Store](/store) [Discord](https://discord.example)'
  const { container } = render(<MarkdownText text={text} author="staff" />)
  const headings = [...container.querySelectorAll('h1, h2, h3')]
  expect(headings.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['H2', 'Rules'],
    ['H3', 'Play fair'],
  ])
  const links = [...container.querySelectorAll('a')]
  expect(links.map((link) => [link.getAttribute('href'), link.target])).toEqual([
    ['/store', ''],
    ['https://discord.example', '_blank'],
  ])
})

it('skips no level below the title of the page where a text of staff begins with smaller headings', () => {
  const { container } = render(<MarkdownText text={'## One\n\n### Part\n\n## Two'} author="staff" />)
  expect([...container.querySelectorAll('h2, h3')].map(({ tagName }) => tagName)).toEqual(['H2', 'H3', 'H2'])
})

it('lets the keyboard reach code, whose long lines scroll', () => {
  const box = draw('```\nat net.minecraft.server.MinecraftServer.run\n```')
  expect(box.querySelector('pre')?.tabIndex).toBe(0)
})
