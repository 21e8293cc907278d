import { useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { Check, Copy } from './icons.ts'
import { useUiText } from './ui-text.ts'

/** Puts a value on the clipboard and says so until the pointer or focus leaves. @example <CopyButton value={token} /> */
export const CopyButton = ({ value, label }: { value: string; label?: string }) => {
  const text = useUiText()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
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
      {label ? (
        <Button {...handlers}>{copied ? text('ui.copied') : label}</Button>
      ) : (
        <IconButton {...handlers} label={copied ? text('ui.copied') : text('ui.copy')} />
      )}
      <output className="sp-hidden">{copied && text('ui.copied')}</output>
    </>
  )
}
