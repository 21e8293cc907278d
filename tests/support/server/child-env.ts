/** The environment of a child process: where its programs and its compiled modules are. */
export const childEnv = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE: compiled } = process.env
  return { PATH, ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }) }
}
