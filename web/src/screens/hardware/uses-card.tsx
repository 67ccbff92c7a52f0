import type { Endpoint } from '@trunkline/contract/endpoint'
import { nas } from '@trunkline/contract/resources/nas'
import { services } from '@trunkline/contract/resources/service'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import clsx from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'

/** The number of records of each kind that are named; the list has all. */
const MAX_NAMED = 5

const kinds = [
  { kind: 'nas', index: nas.index as Endpoint, list: paths.nas.list, page: paths.nas.details },
  { kind: 'service', index: services.index as Endpoint, list: paths.services.list, page: paths.services.details },
  { kind: 'vpn-dialup', index: vpnDialups.index as Endpoint, list: paths.dialups.list, page: paths.dialups.details },
] as const
type Kind = (typeof kinds)[number]

interface UsesReply {
  data: { id: number; name?: string | null; username?: string }[]
  meta: { pagination: { total: number } }
}

const filterBy = (id: number) => ({ search: `hardware_id:${id}`, searchFields: 'hardware_id:=' })

function useUses(of: Kind, id: number) {
  const can = useCan()
  const { data, error } = useCall(of.index, { query: filterBy(id) as never }, { enabled: can(of.index) })
  const reply = data as unknown as UsesReply | undefined
  return { of, error, rows: reply?.data, total: reply?.meta.pagination.total ?? 0 }
}

/** The records that use a device. While there are any, it can't leave its site or go to the trash. */
export function UsesCard({ id }: { id: number }) {
  const { t } = useTranslation()
  const all = [useUses(kinds[0], id), useUses(kinds[1], id), useUses(kinds[2], id)]
  const failed = all.find(({ error }) => error)
  const used = all.filter(({ total }) => total > 0)
  if (!failed && all.every(({ rows }) => !rows)) return null
  return (
    <Card title={t('hardware:uses.title')}>
      {failed ? <ErrorNotice error={failed.error} inline /> : null}
      {used.length > 0 ? (
        <ul className={clsx(layout.list, layout.stacked)}>
          {used.flatMap(({ of, rows = [], total }) => [
            ...rows.slice(0, MAX_NAMED).map((row) => (
              <li key={`${of.kind} ${row.id}`}>
                <TextLink to={of.page(row.id)} inherit>
                  {t(`hardware:uses.kind.${of.kind}`, { name: row.username ?? row.name })}
                </TextLink>
              </li>
            )),
            total > MAX_NAMED && (
              <li key={of.kind}>
                <TextLink to={of.list} search={filterBy(id)} inherit>
                  {t(`hardware:uses.all.${of.kind}`, { count: total })}
                </TextLink>
              </li>
            ),
          ])}
        </ul>
      ) : failed ? null : (
        <p className={layout.note}>{t('hardware:uses.none')}</p>
      )}
    </Card>
  )
}
