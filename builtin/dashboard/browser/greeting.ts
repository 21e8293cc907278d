export type Greeting = 'morning' | 'afternoon' | 'evening' | 'night'

/** Which greeting fits an hour of the day, 0 to 23. */
export function greetingAt(hour: number): Greeting {
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
