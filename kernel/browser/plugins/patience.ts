/** How long a part may keep its place waiting: for its module to arrive, and again for what it draws. */
export const PATIENCE_MS = 20_000
