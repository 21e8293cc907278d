/** As a `ref` of what takes the place of the control that was pressed: the focus would be lost with that control. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus()
