import type { ComponentProps } from 'react'
import ReactMarkdown from 'react-markdown'

const shown = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
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
]

const look =
  'grid gap-2 leading-relaxed wrap-anywhere [&_blockquote]:border-s-2 [&_blockquote]:border-border [&_blockquote]:ps-3 [&_blockquote]:text-muted [&_code]:rounded-xs [&_code]:bg-sunken [&_code]:px-1 [&_code]:text-sm [&_li]:whitespace-pre-line [&_ol]:list-decimal [&_ol]:pl-5 [&_p]:whitespace-pre-line [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3 [&_pre]:whitespace-pre [&_ul]:list-disc [&_ul]:pl-5'

/** Other addresses could lead into the product itself, or run as a script. */
const isOutward = (address: string) => /^(https?:\/\/|mailto:)/i.test(address)
const keepOutward = (address: string) => (isOutward(address) ? address : '')

const Anchor = ({ href, children }: Pick<ComponentProps<'a'>, 'href' | 'children'>) =>
  href ? (
    <a className="sp-link" href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  ) : (
    children
  )

// Loading a picture from elsewhere would tell its host who reads the ticket, and from where.
const Picture = ({ src, alt }: ComponentProps<'img'>) => (
  <Anchor href={typeof src === 'string' ? src : undefined}>{alt || src}</Anchor>
)

const Heading = ({ children }: ComponentProps<'h1'>) => <p className="font-semibold">{children}</p>

const components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: Anchor,
  img: Picture,
}

/** Markdown of a customer or agent as React elements: no HTML of its author reaches the page. */
const MarkdownText = ({ text }: { text: string }) => (
  <div className={look}>
    <ReactMarkdown
      allowedElements={shown}
      unwrapDisallowed
      skipHtml
      urlTransform={keepOutward}
      components={components}
    >
      {text}
    </ReactMarkdown>
  </div>
)

export default MarkdownText
