import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import { wifi } from '@trunkline/contract/resources/wifi'
import { IconArrowBarToDown, IconArrowBarToUp, IconBan, IconRefresh } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { listSearch } from '../../list/list-search.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn, RowAction } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { errorText } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { SiteLink } from '../wifi/site-wifi-list.tsx'
import { endpointOfSite, useSite } from '../wifi/use-site-wifi.ts'
import { WifiTabs } from '../wifi/wifi-tabs.tsx'
import { accessPaths, rememberList } from './access-paths.ts'
import { AddButtons } from './add-buttons.tsx'
import { ControllerStrip } from './controller-strip.tsx'
import { MoveButtons, useMove } from './entry-cells.tsx'
import { useEntryList } from './use-entry-list.tsx'
import { followWrites } from './writes.ts'
import { WritesStatus } from './writes-status.tsx'

/** Milliseconds: the state of entries comes from the readings of the controllers, which no live message announces. */
const refetchInterval = 30_000

/** The access list of a site, in the order in which it is evaluated. */
export default function SiteAccess() {
  const { t } = useTranslation()
  const can = useCan()
  const page = useSite()
  const { siteId, may } = page
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { orderBy, sortedBy } = listSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const whole = useCall(accessControl.index, { params: { id: siteId }, query: {} })
  const apply = useCommand(accessControl.apply, { subjects: [] })
  const { to: moveTo } = useMove()
  useEffect(() => rememberList(accessPaths.list(siteId)), [siteId])
  const endpoint = useMemo(() => endpointOfSite(accessControl.index, siteId), [siteId])
  const { columns, bulk, actionsOf, dialogs } = useEntryList(endpoint)
  const total = whole.data?.meta.pagination.total
  // Sorted in another way, a moved entry would stay where it is.
  const isInOrder = (orderBy === undefined || orderBy === 'position') && sortedBy !== 'desc'
  const mayMove = isInOrder && may(accessControl.move)

  const position: ListColumn<AccessEntry> = {
    field: 'position',
    header: t('wifi-access:field.position'),
    width: 118,
    card: 'fact',
    render: (row, list) => (
      <MoveButtons key={row.id} of={row} total={total} can={mayMove} onMove={() => list?.expectChange()} />
    ),
  }
  const [name, ...others] = columns
  const rowActions = (row: AccessEntry): RowAction[] => [
    ...(mayMove && total !== undefined && total > 1
      ? [
          {
            key: 'first',
            label: t('wifi-access:move.first'),
            icon: actionIcon(IconArrowBarToUp),
            disabledReason: row.position === 1 ? t('wifi-access:move.isFirst') : undefined,
            onClick: () => void moveTo(row, 1),
          },
          {
            key: 'end',
            label: t('wifi-access:move.end'),
            icon: actionIcon(IconArrowBarToDown),
            disabledReason: row.position >= total ? t('wifi-access:move.isLast') : undefined,
            onClick: () => void moveTo(row, 'end'),
          },
        ]
      : []),
    ...actionsOf(row),
  ]
  const applyList = async () => {
    try {
      const { data } = await apply.run({ params: { id: siteId } })
      followWrites(siteId, data)
      if (data.length === 0) notify.info(t('wifi-access:noController'))
    } catch (error) {
      notify.error(errorText(error, t))
    }
  }
  const addButtons = may(accessControl.store) ? <AddButtons site={page.site} /> : null

  return (
    <>
      <ListScreen<AccessEntry>
        endpoint={endpoint}
        name="access-control"
        namespace="wifi-access"
        title={t('wifi-access:title')}
        subtitle={
          <>
            <SiteLink of={page} /> · {t('wifi-access:order')}{' '}
            <TextLink to={paths.accessControl} inherit underline="always">
              {t('wifi-access:home.allSites')}
            </TextLink>
          </>
        }
        columns={[name, position, ...others]}
        rowLink={(row) => (may(accessControl.update) ? accessPaths.update(siteId, row.id) : undefined)}
        rowName={(row) => row.name}
        actions={narrow ? null : addButtons}
        nav={
          <div className={layout.stack}>
            {narrow ? addButtons : null}
            {can(wifi.settings) ? <WifiTabs site={siteId} /> : null}
            <WritesStatus siteId={siteId} />
            <ControllerStrip
              siteId={siteId}
              action={
                may(accessControl.apply) ? (
                  <Button
                    variant="default"
                    size="compact-md"
                    leftSection={actionIcon(IconRefresh)}
                    loading={apply.pending}
                    onClick={() => void applyList()}
                  >
                    {t('wifi-access:apply')}
                  </Button>
                ) : null
              }
            />
          </div>
        }
        bulk={bulk}
        rowActions={rowActions}
        every={refetchInterval}
        withoutFilter={['id', 'site_id', 'site_name', 'company_id', 'company_name']}
        empty={{
          title: t('wifi-access:empty.title'),
          text: t('wifi-access:empty.text'),
          icon: <IconBan size={20} />,
        }}
      />
      {dialogs}
    </>
  )
}
