/** Joins the class names that hold. @example classNames('sp-card', flush && 'sp-card-flush') */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
