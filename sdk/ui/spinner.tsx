import { classNames } from './class-names.ts'
import { LoaderCircle } from './icons.ts'
import { useUiText } from './ui-text.ts'

/** Says that something is on its way. @example <Spinner size="lg" /> */
export const Spinner = ({ size = 'md', label }: { size?: 'md' | 'lg'; label?: string }) => {
  const text = useUiText()
  return (
    <output className={classNames('sp-spinner', size === 'lg' && 'sp-spinner-lg')}>
      <LoaderCircle aria-hidden />
      <span className="sp-hidden">{label ?? text('ui.loading')}</span>
    </output>
  )
}
