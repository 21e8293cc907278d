import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SupportPinCard } from './support-pin-card.tsx'

export const SecurityTab = () => (
  <div className="grid gap-4">
    <PasswordCard />
    <SecondFactorCard />
    <SupportPinCard />
    <SessionsCard />
  </div>
)
