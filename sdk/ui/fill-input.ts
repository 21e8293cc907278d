/** Puts a value into an input as if it was typed, so that its form notices. @example const fill = (input: HTMLInputElement) => fillInput(input, 'Ada') */
export const fillInput = (input: HTMLInputElement, value: string): void => {
  // React ignores an event whose value it has seen being set.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
