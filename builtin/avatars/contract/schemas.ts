/** Bytes of an upload. What the crop dialog sends is far smaller. */
export const largestAvatar = 5 * 1024 * 1024

/** Pixels of a side: three times the largest place where a picture is shown, and some more. */
export const avatarSide = 320

/** Width by height of a background, and its pixels of a side. */
export const backgroundRatio = 16 / 9
export const backgroundSide = 1_920
