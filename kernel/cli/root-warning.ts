/** Warning for the start as root, whose rights a fault in the server or a plugin would have; null for any other user. */
export const findRootWarning = (user: number | undefined): string | null =>
  user === 0
    ? 'Warning: the server runs as root. Run it as a user of its own; the README shows how (useradd, and User= in the systemd unit).'
    : null
