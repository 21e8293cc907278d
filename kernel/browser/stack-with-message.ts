/** A stack as its reader needs it: Firefox and Safari leave out what was said, V8 begins with it. */
export const stackWithMessage = (error: Error): string => {
  const { stack = '' } = error
  const said = String(error)
  const isTold = stack.startsWith(said) || /\n {4}at /.test(stack)
  return isTold ? stack : `${said}\n${stack}`.trimEnd()
}
