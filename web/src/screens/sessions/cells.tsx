import { Button, VisuallyHidden } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import { nas } from '@trunkline/contract/resources/nas'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { bytesText, durationText } from '../../ui/amounts.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import classes from './sessions.module.css'

const QuietLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? (
    <TextLink to={to} inherit className={classes.quiet}>
      {children}
    </TextLink>
  ) : (
    children
  )

/** A NAS by its name, with the way to its page. */
export function NasName({ row }: { row: { nas_id: number | null; nas_name: string | null } }) {
  const { t } = useTranslation()
  const can = useCan()
  if (row.nas_id === null || row.nas_name === null)
    return (
      <span className={classes.dim}>
        {row.nas_id === null ? <NotSet label={t('ui:notSet')} /> : t('sessions:nasGone')}
      </span>
    )
  return <QuietLink to={can(nas.show) ? paths.nas.details(row.nas_id) : undefined}>{row.nas_name}</QuietLink>
}

export function CompanyName({ row }: { row: { company_id: number | null; company_name: string | null } }) {
  const { t } = useTranslation()
  const can = useCan()
  if (row.company_id === null || row.company_name === null) return <NotSet label={t('ui:notSet')} />
  return (
    <QuietLink to={can(companies.show) ? paths.companies.summary(row.company_id) : undefined}>
      {row.company_name}
    </QuietLink>
  )
}

/** Addresses and other signs that are compared letter by letter. */
export function Code({ value }: { value: string | null }) {
  const { t } = useTranslation()
  return value ? <span className={classes.code}>{value}</span> : <NotSet label={t('ui:notSet')} />
}

export function Bytes({ value }: { value: number }) {
  const { i18n } = useTranslation()
  return <>{bytesText(value, i18n.language)}</>
}

export function Duration({ seconds }: { seconds: number }) {
  const { i18n } = useTranslation()
  return <>{durationText(seconds, i18n.language)}</>
}

/** Opens all that is known of a row. */
export function DetailsButton({ label, onOpen }: { /** For screen readers. */ label: string; onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={onOpen}>
      {t('sessions:details')}
      <VisuallyHidden>, {label}</VisuallyHidden>
    </Button>
  )
}
