/** The mark of the instance: the product's, unless the operator's stylesheet draws another in its place. @example <BrandMark /> */
export const BrandMark = () => (
  <span className="sp-brand-mark">
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M12 2 21 7v10l-9 5-9-5V7z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <circle cx="12" cy="12" r="3.5" fill="currentColor" />
    </svg>
  </span>
)
