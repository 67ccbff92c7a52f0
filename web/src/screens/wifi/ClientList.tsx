import { accessControl } from '@trunkline/contract/resources/access-control'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { Registration } from '@trunkline/contract/resources/wifi-shapes'
import { IconBan, IconCircleCheck, IconDeviceMobile, IconDoorExit } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { RowAction, StartedAction } from '../../list/list-types.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { PlainLink, type LinkTarget } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { useCommandResults } from './command-results.tsx'
import { SiteWifiList } from './site-wifi-list.tsx'
import { useClientColumns } from './use-client-columns.tsx'
import { useSiteWifi } from './use-site-wifi.ts'
import { withNetwork, withWeakSignal, weakSignal, wifiPaths } from './wifi-paths.ts'
import classes from './wifi.module.css'

const AccessDialog = lazy(() => loadChunk(() => import('./access-dialog.tsx')))

/** Milliseconds between two reads while the connection for live updates is down. */
const refetchInterval = 15_000

/** Devices connected to the Wi-Fi of a site. */
export default function ClientList() {
  const { t } = useTranslation()
  const page = useSiteWifi()
  const { siteId } = page
  const question = useQuestion()
  const commands = useCommandResults()
  const kick = useCommand(wifi.kick)
  const [decision, setDecision] = useState<{ row: Registration; action: 'allow' | 'block' } | null>(null)

  const disconnect: StartedAction<string> = {
    key: 'kick',
    label: t('wifi:clients.kick'),
    icon: actionIcon(IconDoorExit),
    can: page.may(wifi.kick),
    start: (rows, done) =>
      question.confirm({
        title: t('wifi:clients.kickTitle', { count: rows.length, name: rows[0]?.name }),
        text: t('wifi:clients.kickText'),
        confirmLabel: t('wifi:clients.kick'),
        tone: 'danger',
        run: async () => {
          const { data } = await kick.run({ params: { id: siteId }, body: { ids: rows.map(({ id }) => id) } })
          commands.follow(data)
          done()
        },
        done: t('wifi:sent'),
      }),
  }
  const actionsOf = (row: Registration): RowAction[] => {
    if (!page.may(row.access_control_id === null ? accessControl.store : accessControl.update)) return []
    return (['block', 'allow'] as const)
      .filter((action) => row.access !== action)
      .map((action) => ({
        key: action,
        label: t(`wifi:clients.${action}`),
        icon: actionIcon(action === 'allow' ? IconCircleCheck : IconBan),
        tone: action === 'block' ? 'danger' : 'normal',
        onClick: () => setDecision({ row, action }),
      }))
  }
  const columns = useClientColumns(siteId)
  const list = wifiPaths.clients(siteId)
  const ssids = [...new Set(page.networks?.data.map(({ ssid }) => ssid))]
  const filters: (LinkTarget & { label: string })[] = [
    { to: list, search: {}, label: t('wifi:clients.all') },
    { ...withWeakSignal(list), label: t('wifi:clients.weak', { signal: weakSignal }) },
    ...ssids.map((ssid) => ({ ...withNetwork(list, ssid), label: ssid })),
  ]
  return (
    <>
      <SiteWifiList<Registration>
        page={page}
        index={wifi.registrations}
        name="wifi-devices"
        texts="clients"
        icon={IconDeviceMobile}
        columns={columns}
        rowName={({ name, mac }) => name ?? mac}
        bulk={[disconnect]}
        rowActions={actionsOf}
        every={refetchInterval}
        withoutFilter={['hardware_id']}
      >
        <nav aria-label={t('wifi:clients.filters')}>
          <ul className={classes.filters}>
            {filters.map(({ label, ...target }) => (
              <li key={label}>
                <PlainLink {...target} exact className={classes.filter}>
                  {label}
                </PlainLink>
              </li>
            ))}
          </ul>
        </nav>
        {commands.results}
      </SiteWifiList>
      {question.dialog}
      <Suspense fallback={null}>
        {decision ? (
          <AccessDialog
            siteId={siteId}
            {...decision}
            onClose={() => setDecision(null)}
            onSent={(sent) => {
              commands.follow(sent)
              setDecision(null)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
