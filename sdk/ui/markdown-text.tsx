import type { ComponentProps } from 'react'
import ReactMarkdown from 'react-markdown'

/** A text to draw, and whose it is. @example const props: MarkdownProps = { text: '**Hello**', author: 'staff' } */
export interface MarkdownProps {
  readonly text: string
  /** Visitors' texts have no headings of the page's outline, keep their line breaks, and link to other sites only. */
  readonly author: 'staff' | 'visitor'
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const elements = headings.concat([
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'a',
  'img',
  'blockquote',
  'code',
  'pre',
  'hr',
  'br',
])

const look =
  'grid min-w-0 leading-relaxed wrap-anywhere [&_blockquote]:border-s-2 [&_blockquote]:border-border [&_blockquote]:ps-3 [&_blockquote]:text-muted [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_h2]:mt-3 [&_h2]:text-xl [&_h2]:font-semibold [&_h3]:mt-2 [&_h3]:text-lg [&_h3]:font-semibold [&_hr]:border-border [&_ol]:list-decimal [&_ol]:ps-5 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3 [&_pre]:whitespace-pre [&_pre_code]:p-0 [&_ul]:list-disc [&_ul]:ps-5'

const looks = {
  staff: 'gap-3',
  visitor: 'gap-2 [&_li]:whitespace-pre-line [&_p]:whitespace-pre-line',
} as const

/** Other addresses could lead into the product itself, or run as a script. */
const isOutward = (address: string) => /^(https?:\/\/|mailto:)/i.test(address)
const keepOutward = (address: string) => (isOutward(address) ? address : '')

const Anchor = ({ href, children }: Pick<ComponentProps<'a'>, 'href' | 'children'>) => {
  if (!href) return children
  const isAway = isOutward(href)
  return (
    <a
      className="sp-link"
      href={href}
      target={isAway ? '_blank' : undefined}
      rel={isAway ? 'noopener noreferrer nofollow ugc' : undefined}
    >
      {children}
    </a>
  )
}

// Loading a picture from elsewhere would tell its host who reads the text, and from where.
const Picture = ({ src, alt }: ComponentProps<'img'>) => (
  <Anchor href={typeof src === 'string' ? src : undefined}>{alt || src}</Anchor>
)

const Line = ({ children }: ComponentProps<'h1'>) => <p className="font-semibold">{children}</p>
// The page itself has the only `h1`.
const Heading = ({ children }: ComponentProps<'h1'>) => <h2>{children}</h2>
const Subheading = ({ children }: ComponentProps<'h2'>) => <h3>{children}</h3>

// A long line scrolls, by the keyboard too.
const Preformatted = ({ children }: ComponentProps<'pre'>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
  <pre tabIndex={0}>{children}</pre>
)

const parts = { a: Anchor, img: Picture }
/** The highest headings of a text stand right below the title of the page, whatever level their author gave them. */
const staffParts = headings.map((_, highest) => ({
  ...parts,
  pre: Preformatted,
  ...Object.fromEntries(headings.map((level, at) => [level, at <= highest ? Heading : Subheading])),
}))
const visitorParts = {
  ...parts,
  pre: Preformatted,
  ...Object.fromEntries(headings.map((level) => [level, Line])),
}
const partsFor = (author: MarkdownProps['author'], text: string) => {
  if (author === 'visitor') return visitorParts
  const levels = [...text.matchAll(/^ {0,3}(#{1,6})\s/gm)].map(([, marks = '#']) => marks.length)
  return staffParts[Math.min(...levels, headings.length) - 1]
}

/** Markdown as React elements: no HTML of its author reaches the page. */
export const MarkdownText = ({ text, author }: MarkdownProps) => (
  <div className={`${look} ${looks[author]}`}>
    <ReactMarkdown
      allowedElements={elements}
      unwrapDisallowed
      skipHtml
      {...(author === 'visitor' && { urlTransform: keepOutward })}
      components={partsFor(author, text)}
    >
      {text}
    </ReactMarkdown>
  </div>
)
