import { useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Check, Copy } from './icons.ts'
import { useUiText } from './ui-text.ts'

/** Puts a value on the clipboard and says so until the pointer or focus leaves. @example <CopyButton value={token} /> */
export const CopyButton = ({
  value,
  label,
  iconOnly = label === undefined,
  onCopy,
}: {
  value: string
  label?: string
  /** The label is spoken and shown as a tooltip. */
  iconOnly?: boolean
  /** After the browser took the value. */
  onCopy?: () => void
}) => {
  const text = useUiText()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      onCopy?.()
    } catch {
      // The browser refused the clipboard: the button keeps offering, and claims nothing.
      setCopied(false)
    }
  }
  const reset = () => setCopied(false)
  const icon = copied ? <Check aria-hidden /> : <Copy aria-hidden />
  const handlers = { icon, size: 'sm', onClick: copy, onBlur: reset, onPointerLeave: reset } as const
  return (
    <>
      {iconOnly ? (
        <IconButton {...handlers} label={copied ? text('ui.copied') : (label ?? text('ui.copy'))} />
      ) : (
        <Button {...handlers}>{copied ? text('ui.copied') : label}</Button>
      )}
      <output className="sp-hidden">{copied && text('ui.copied')}</output>
    </>
  )
}
