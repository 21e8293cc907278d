import { createContext } from 'react'

/** Health checks whose trouble another line of the card names already, as `plugin/check`. */
export const CoveredChecks = createContext<ReadonlySet<string>>(new Set())
