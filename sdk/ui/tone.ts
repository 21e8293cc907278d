/** Meaning of a color; the text beside it must say it too. @example const toneOf = (online: boolean): Tone => (online ? 'success' : 'neutral') */
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'
