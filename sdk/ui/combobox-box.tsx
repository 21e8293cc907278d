import { useLayoutEffect, useState } from 'react'
import { Button, ComboBox, I18nProvider, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import type { ComboboxProps } from './combobox.tsx'
import type { FieldControl, FieldTexts } from './field.tsx'
import { Check, ChevronsUpDown } from './icons.ts'
import type { SelectOption } from './select.tsx'
import { useUiText } from './ui-text.ts'

const pressableStyle = 'react-aria-pressable-style'

/** React Aria inserts a style element, which the page's policy refuses, unless an element with this id exists. Its rule is in `fields.css`. */
const useOwnPressableStyle = () =>
  useLayoutEffect(() => {
    if (document.getElementById(pressableStyle)) return
    const mark = document.createElement('meta')
    mark.id = pressableStyle
    document.head.append(mark)
  }, [])

/** The chosen option, also while a search has narrowed the options to others. */
const useChosen = (value: string, found: SelectOption | undefined): SelectOption | undefined => {
  const [last, setLast] = useState(found)
  if (found && (found.value !== last?.value || found.label !== last.label)) setLast(found)
  if (found) return found
  return value === '' || String(last?.value) !== value ? undefined : last
}

/**
 * The list of a field in a dialog stands in a layer of its own inside of it: outside nothing can be pressed while the
 * dialog is open, and the dialog itself would cut it off at its edge.
 */
const useLayer = () => {
  const [isInDialog, setInDialog] = useState(false)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  return {
    layer,
    note(box: Element | null) {
      if (box) setInDialog(box.closest('dialog') !== null)
    },
    /** Above the dialog, which may have opened after it. */
    raise() {
      layer?.hidePopover()
      layer?.showPopover()
    },
    drawn: isInDialog && <div ref={setLayer} popover="manual" className="sp-combobox-layer" />,
  }
}

const OptionList = ({
  value,
  empty,
  layer,
}: {
  readonly value: string
  readonly empty: string
  readonly layer: Element | null
}) => (
  <Popover
    className="sp-popover sp-combobox-list"
    offset={4}
    containerPadding={8}
    {...(layer && { UNSTABLE_portalContainer: layer })}
  >
    <ListBox renderEmptyState={() => <p className="sp-menu-heading">{empty}</p>}>
      {(item: { id: string; label: string }) => (
        <ListBoxItem className="sp-menu-item" textValue={item.label}>
          <span className="min-w-0 grow">{item.label}</span>
          {item.id === value && <Check aria-hidden />}
        </ListBoxItem>
      )}
    </ListBox>
  </Popover>
)

/** The field of a combobox with its list. */
export const ComboboxBox = ({
  control,
  label,
  chosen: found,
  options,
  value,
  onChange,
  onSearch,
  loading = false,
  placeholder,
  disabled = false,
  onBlur,
  ref,
}: Omit<ComboboxProps, keyof FieldTexts> & {
  readonly control: FieldControl
  readonly label: string
  readonly chosen: SelectOption | undefined
}) => {
  useOwnPressableStyle()
  const text = useUiText()
  const { layer, note, raise, drawn } = useLayer()
  const chosen = useChosen(value, found)
  const kept = chosen && !options.includes(chosen) ? [chosen] : []
  const items = [...options, ...kept].map((option) => ({ id: String(option.value), label: option.label }))
  return (
    <I18nProvider locale={document.documentElement.lang || 'en'}>
      <ComboBox
        ref={note}
        onOpenChange={(isOpen) => isOpen && raise()}
        id={control.id}
        className="sp-input-frame"
        aria-label={label}
        {...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] })}
        {...(onSearch ? { items, onInputChange: onSearch } : { defaultItems: items })}
        selectedKey={value === '' ? null : value}
        onSelectionChange={(key) => onChange(key === null ? '' : String(key))}
        onBlur={() => onBlur?.()}
        isDisabled={disabled}
        isRequired={control.required ?? false}
        isInvalid={control['aria-invalid'] ?? false}
        validationBehavior="aria"
        menuTrigger="focus"
        allowsEmptyCollection
      >
        <Input ref={ref ?? null} className="sp-input" placeholder={placeholder ?? ''} />
        <Button className="sp-button sp-button-ghost sp-button-sm sp-button-icon">
          <ChevronsUpDown aria-hidden />
        </Button>
        <OptionList layer={layer} value={value} empty={text(loading ? 'ui.loading' : 'ui.noMatches')} />
      </ComboBox>
      {drawn}
    </I18nProvider>
  )
}
