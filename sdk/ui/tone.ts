/** What a colour says; the words beside it must say it too. @example const tone: Tone = online ? 'success' : 'neutral' */
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'
