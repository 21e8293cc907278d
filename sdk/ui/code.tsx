import type { ReactNode } from 'react'

/** Words of a machine; `block` for several lines. @example <Code>user_token</Code> */
export const Code = ({ block = false, children }: { block?: boolean; children: ReactNode }) =>
  block ? (
    // Scrolls sideways, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="sp-code" tabIndex={0}>
      <code>{children}</code>
    </pre>
  ) : (
    <code className="sp-code">{children}</code>
  )

/** A key to press. @example <p><Kbd>Ctrl</Kbd> <Kbd>I</Kbd></p> */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className="sp-kbd">{children}</kbd>
