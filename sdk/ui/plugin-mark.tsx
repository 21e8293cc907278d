import { Puzzle } from './icons.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Says beside a menu entry or a command which added plugin it comes from; draws nothing without a text. @example <PluginMark text="From the plugin Notes" /> */
export const PluginMark = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <span className="sp-plugin-mark" title={text}>
      <Puzzle aria-hidden />
      <VisuallyHidden> ({text})</VisuallyHidden>
    </span>
  )
