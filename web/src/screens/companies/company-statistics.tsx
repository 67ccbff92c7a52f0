import type { Company, companyStatistics } from '@trunkline/contract/resources/company'
import { companies } from '@trunkline/contract/resources/company'
import { invites } from '@trunkline/contract/resources/invite'
import { users } from '@trunkline/contract/resources/user'
import clsx from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { Card, StatCard } from '../../ui/card.tsx'
import { TextLink, type LinkTarget } from '../../ui/link.tsx'
import { Plot } from '../../ui/plot.tsx'
import layout from '../../ui/layout.module.css'
import classes from './companies.module.css'

type Statistics = z.infer<typeof companyStatistics>

/** A list narrowed to a company and those below it. `search` is in the syntax of lists. */
const within = (to: string, company: number, search?: string, fields?: string): LinkTarget => ({
  to,
  search: { company: String(company), ...(search ? { search } : {}), ...(fields ? { searchFields: fields } : {}) },
})

/** The label of an axis tick of counts; none for fractions. */
export const integerLabel =
  (language: string) =>
  (value: number): string =>
    Number.isInteger(value) ? value.toLocaleString(language) : ''

/** Statistics of a company and those below it; each links to the list that it counts. */
export function CompanyFigures({ company, statistics }: { company: Company; statistics: Statistics }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const number = (value: number) => value.toLocaleString(i18n.language)
  const total = statistics.companies.reduce((sum, one) => sum + one.total, 0)
  const inactive = statistics.companies.reduce((sum, one) => sum + one.inactive, 0)
  return (
    <div className={layout.stats}>
      {company.type === 'client' ? null : (
        <StatCard
          label={t('companies:summary.below')}
          value={number(total)}
          hint={
            total === 0
              ? t('companies:summary.belowNone')
              : `${t('companies:summary.direct', { count: company.children_count })} · ${t('companies:summary.belowHint', { count: inactive })}`
          }
          link={can(companies.index) ? within(paths.companies.list, company.id) : undefined}
        />
      )}
      <StatCard
        label={t('companies:field.users_count')}
        value={number(statistics.users.total)}
        hint={t('companies:summary.usersHint', {
          active: number(statistics.users.active),
          inactive: number(statistics.users.inactive),
        })}
        link={can(users.index) ? within(paths.users.list, company.id) : undefined}
      />
      <StatCard
        label={t('companies:summary.twoFactor')}
        value={number(statistics.users.two_factor)}
        hint={t(company.type === 'client' ? 'companies:summary.twoFactorHintOwn' : 'companies:summary.twoFactorHint')}
        link={can(users.index) ? within(paths.users.list, company.id, 'two_factor:1', 'two_factor:=') : undefined}
      />
      <StatCard
        label={t('companies:summary.invitations')}
        value={number(statistics.invitations.pending)}
        hint={t('companies:summary.invitationsHint', { count: statistics.invitations.expired })}
        link={can(invites.index) ? within(paths.invites.list, company.id, 'status:pending', 'status:=') : undefined}
      />
    </div>
  )
}

/** Companies by type, and growth in the last twelve months. */
export function CompanyCharts({ company, statistics }: { company: Company; statistics: Statistics }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const grew = statistics.growth.some((month) => month.companies + month.users > 0)
  const series = [
    ...(company.type === 'client'
      ? []
      : [{ label: t('companies:summary.growthCompanies'), values: statistics.growth.map((month) => month.companies) }]),
    { label: t('companies:summary.growthUsers'), values: statistics.growth.map((month) => month.users) },
  ]
  return (
    <div className={classes.columns}>
      {statistics.companies.length > 0 ? (
        <Card title={t('companies:summary.byType')}>
          <p className={classes.hint}>{t('companies:summary.byTypeText', { name: company.name })}</p>
          <table className={clsx(layout.table, classes.totals)}>
            <thead>
              <tr>
                <th scope="col">{t('companies:field.type')}</th>
                <th scope="col" className={classes.number}>
                  {t('companies:summary.total')}
                </th>
                <th scope="col" className={classes.number}>
                  {t('companies:status.inactive')}
                </th>
              </tr>
            </thead>
            <tbody>
              {statistics.companies.map((one) => (
                <tr key={one.type}>
                  <th scope="row">{t(`shell:companyType.${one.type}`)}</th>
                  <td className={classes.number}>
                    {one.total > 0 && can(companies.index) ? (
                      <TextLink {...within(paths.companies.list, company.id, `type:${one.type}`, 'type:=')}>
                        {one.total.toLocaleString(i18n.language)}
                      </TextLink>
                    ) : (
                      one.total.toLocaleString(i18n.language)
                    )}
                  </td>
                  <td className={classes.number}>{one.inactive.toLocaleString(i18n.language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      ) : null}
      <Card title={t('companies:summary.growth')}>
        {grew ? (
          <Plot
            title={t('companies:summary.growth')}
            times={statistics.growth.map((month) => month.month)}
            series={series}
            height={200}
            format={integerLabel(i18n.language)}
          />
        ) : (
          <p className={classes.notes}>{t('companies:summary.noNew')}</p>
        )}
      </Card>
    </div>
  )
}
