import { IconHistory, IconServer2, IconSitemap } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { pageVersion } from '../../api/version.ts'
import { openPaths } from '../../open-paths.ts'
import { BrandMark } from '../../ui/brand.tsx'
import { PlainLink } from '../../ui/link.tsx'
import classes from './access.module.css'
import { NetworkPicture } from './network-picture.tsx'
import { PageSwitches } from './page-switches.tsx'

const points = [
  ['tree', IconSitemap],
  ['record', IconHistory],
  ['own', IconServer2],
] as const

function Brand() {
  return (
    <PlainLink to={openPaths.home} className={classes.brand}>
      <BrandMark size={32} />
      <span>Trunkline</span>
    </PlainLink>
  )
}

function PageFooter() {
  const { t } = useTranslation('shell')
  return (
    <footer className={classes.footer}>
      <PlainLink to={openPaths.legal}>{t('footer.legal')}</PlainLink>
      <PlainLink to={openPaths.latest}>{t('footer.latest')}</PlainLink>
      <span>{t('footer.version', { version: pageVersion })}</span>
    </footer>
  )
}

/** Pages before sign-in: the product on one side, a form on the other. Narrow screens hide the picture. */
export function AccessLayout({
  wide = false,
  children,
}: {
  /** For forms in two columns. */ wide?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('access')
  return (
    <div className={classes.page}>
      <header className={classes.pane}>
        <NetworkPicture />
        <Brand />
        <div className={classes.pitch}>
          <p className={classes.slogan}>{t('brand.slogan')}</p>
          <ul className={classes.points}>
            {points.map(([key, Sign]) => (
              <li key={key}>
                <Sign size={18} stroke={1.75} aria-hidden="true" />
                <span>{t(`brand.${key}`)}</span>
              </li>
            ))}
          </ul>
        </div>
      </header>
      <div className={classes.side}>
        <PageSwitches />
        <main id="main" className={clsx(classes.main, wide && classes.wide)} tabIndex={-1}>
          {children}
        </main>
        <PageFooter />
      </div>
    </div>
  )
}

/** Public pages of text. */
export function ReadingLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.reading}>
      <header className={classes.readingHead}>
        <Brand />
        <PageSwitches />
      </header>
      <main id="main" className={classes.readingMain} tabIndex={-1}>
        {children}
      </main>
      <PageFooter />
    </div>
  )
}

/** Heading and introduction of a page before sign-in. */
export function PageIntro({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.intro}>
      <h1 tabIndex={-1}>{title}</h1>
      {children ? <p>{children}</p> : null}
    </div>
  )
}
