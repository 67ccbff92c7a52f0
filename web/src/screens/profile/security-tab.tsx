import type { User } from '@trunkline/contract/resources/user'
import { LockedNote } from './locked-note.tsx'
import { useImpersonator } from './own-profile.ts'
import classes from './profile.module.css'
import { SessionsCard } from './sessions-card.tsx'
import { SignInCard, TwoFactorCard } from './sign-in-cards.tsx'

/** What proves who the user is, and where it is signed in. */
export function SecurityTab({ user, onChange }: { user: User; onChange: () => void }) {
  const locked = useImpersonator() !== null
  return (
    <div className={classes.stack}>
      {locked ? (
        <LockedNote name={user.name} />
      ) : (
        <>
          <SignInCard user={user} onChange={onChange} />
          <TwoFactorCard user={user} onChange={onChange} />
        </>
      )}
      <SessionsCard />
    </div>
  )
}
