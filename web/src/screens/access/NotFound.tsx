import { IconMapOff } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { homeOf } from '../../access/home.ts'
import { useSession } from '../../access/session.ts'
import { openPaths } from '../../open-paths.ts'
import { LinkButton } from '../../ui/link.tsx'
import { AccessLayout, PageIntro } from './access-layout.tsx'
import classes from './access.module.css'

/** Shown for addresses that do not exist and for those without access, so that the reply does not reveal which. */
export default function NotFound() {
  const { t } = useTranslation('access')
  const session = useSession()
  return (
    <AccessLayout>
      <span className={classes.sign} aria-hidden="true">
        <IconMapOff size={24} stroke={1.75} />
      </span>
      <PageIntro title={t('title.notFound')}>{t('notFound.text')}</PageIntro>
      <div className={classes.actions}>
        {session ? (
          <LinkButton to={homeOf(session.role)}>{t('notFound.home')}</LinkButton>
        ) : (
          <LinkButton to={openPaths.login}>{t('notFound.login')}</LinkButton>
        )}
      </div>
    </AccessLayout>
  )
}
