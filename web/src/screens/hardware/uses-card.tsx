import type { Endpoint } from '@trunkline/contract/endpoint'
import { nas } from '@trunkline/contract/resources/nas'
import { services } from '@trunkline/contract/resources/service'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import classes from './hardware.module.css'

/** Rows of one kind that are named; the list has the rest. */
const named = 5

const kinds = [
  { kind: 'nas', index: nas.index as Endpoint, list: paths.nas.list, page: paths.nas.details },
  { kind: 'service', index: services.index as Endpoint, list: paths.services.list, page: paths.services.details },
  { kind: 'vpn-dialup', index: vpnDialups.index as Endpoint, list: paths.dialups.list, page: paths.dialups.details },
] as const
type Kind = (typeof kinds)[number]

interface Found {
  data: { id: number; name?: string | null; username?: string }[]
  meta: { pagination: { total: number } }
}

const rowsOf = (id: number) => ({ search: `hardware_id:${id}`, searchFields: 'hardware_id:=' })

function useUsers(of: Kind, id: number) {
  const can = useCan()
  const read = useCall(of.index, { query: rowsOf(id) as never }, { enabled: can(of.index) })
  const found = read.data as unknown as Found | undefined
  return { of, rows: found?.data ?? [], total: found?.meta.pagination.total ?? 0, error: read.error, read: !!found }
}

/** What names the device: it can not leave its site or go to the trash before that is undone. */
export function UsesCard({ id }: { id: number }) {
  const { t } = useTranslation()
  const users = [useUsers(kinds[0], id), useUsers(kinds[1], id), useUsers(kinds[2], id)]
  const failed = users.find(({ error }) => error)
  const used = users.filter(({ total }) => total > 0)
  if (!failed && !users.some(({ read }) => read)) return null
  return (
    <Card title={t('hardware:uses.title')}>
      {failed ? <ErrorNotice error={failed.error} inline /> : null}
      {used.length === 0 && !failed ? <p className={classes.plain}>{t('hardware:uses.none')}</p> : null}
      <ul className={classes.uses}>
        {used.flatMap(({ of, rows, total }) => [
          ...rows.slice(0, named).map((row) => (
            <li key={`${of.kind} ${row.id}`}>
              <TextLink to={of.page(row.id)} inherit>
                {t(`hardware:holder.${of.kind}`, { name: row.username ?? row.name })}
              </TextLink>
            </li>
          )),
          ...(total > named
            ? [
                <li key={of.kind}>
                  <TextLink to={of.list} search={rowsOf(id)} inherit>
                    {t(`hardware:uses.all.${of.kind}`, { count: total })}
                  </TextLink>
                </li>,
              ]
            : []),
        ])}
      </ul>
    </Card>
  )
}
