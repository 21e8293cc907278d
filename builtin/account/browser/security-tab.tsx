import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export const SecurityTab = () => (
  <div className="grid gap-4">
    <PasswordCard />
    <SecondFactorCard />
    <SessionsCard />
  </div>
)
