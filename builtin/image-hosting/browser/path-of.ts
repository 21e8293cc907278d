/** The path of an address of this host: the page's policy lets in what is its own, by whatever name the host is opened. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address, location.origin)
  return `${pathname}${search}`
}
