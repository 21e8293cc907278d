// A busy machine may take longer than the library's second to draw; what passes does not wait for this.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 20_000 })
  // Files of one worker share the document; each starts with an empty one.
  document.head.replaceChildren()
  document.body.replaceChildren()
}
