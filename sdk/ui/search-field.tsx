import { useRef, type InputHTMLAttributes } from 'react'
import { Search, X } from './icons.ts'
import { useUiText } from './ui-text.ts'

/** A search box with a clear button. @example const [query, setQuery] = useState(''); return <SearchField value={query} onSearch={setQuery} placeholder="Name or email" /> */
export const SearchField = ({
  value,
  onSearch,
  label,
  placeholder,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  value: string
  onSearch: (value: string) => void
  label?: string
}) => {
  const text = useUiText()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onSearch('')
    input.current?.focus()
  }
  return (
    // The element `search` is unknown to jsdom, where the tests of plugins draw it.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="search" className="sp-input-frame sp-search">
      <Search className="sp-input-start" aria-hidden />
      <input
        {...rest}
        ref={input}
        type="search"
        className="sp-input"
        aria-label={label ?? text('ui.search')}
        placeholder={placeholder ?? text('ui.search')}
        value={value}
        onChange={(event) => onSearch(event.target.value)}
      />
      {value && (
        <button
          type="button"
          className="sp-button sp-button-ghost sp-button-sm sp-button-icon"
          aria-label={text('ui.clear')}
          onClick={clear}
        >
          <X aria-hidden />
        </button>
      )}
    </div>
  )
}
