/** Joins the class names that hold. @example classNames('sp-card', open && 'sp-card-open') */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
