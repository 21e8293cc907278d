import type { ComponentProps } from 'react'
import ReactMarkdown from 'react-markdown'

const shown = [
  'h1',
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'a',
  'blockquote',
  'code',
  'hr',
  'br',
]

const look =
  'grid gap-3 leading-relaxed [&_h2]:mt-4 [&_h2]:text-xl [&_h2]:font-semibold [&_h3]:mt-3 [&_h3]:text-lg [&_h3]:font-semibold [&_h4]:font-semibold [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5'

const Heading = ({ children }: ComponentProps<'h1'>) => <h2>{children}</h2>

const Anchor = ({ href, children }: ComponentProps<'a'>) => (
  <a className="sp-link" href={href} rel="noopener noreferrer nofollow">
    {children}
  </a>
)

const components = { h1: Heading, a: Anchor }

/** Markdown as React elements: no HTML of its author reaches the page. The page itself has the only `h1`. */
const MarkdownText = ({ text }: { text: string }) => (
  <div className={look}>
    <ReactMarkdown allowedElements={shown} unwrapDisallowed skipHtml components={components}>
      {text}
    </ReactMarkdown>
  </div>
)

export default MarkdownText
