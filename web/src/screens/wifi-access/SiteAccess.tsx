import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useParams, useSearch } from '@tanstack/react-router'
import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import { sites } from '@trunkline/contract/resources/site'
import { wifi } from '@trunkline/contract/resources/wifi'
import { IconArrowBarToDown, IconArrowBarToUp, IconBan, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { listSearch } from '../../list/list-search.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn, RowAction } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { errorText } from '../../ui/error-text.ts'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { WifiTabs } from '../wifi/wifi-tabs.tsx'
import { accessPaths, rememberList } from './access-paths.ts'
import { ControllerStrip } from './controller-strip.tsx'
import { MoveButtons, useMove } from './entry-cells.tsx'
import { useEntryList } from './use-entry-list.tsx'
import classes from './wifi-access.module.css'
import { followWrites } from './writes.ts'
import { WritesEnd } from './writes-end.tsx'

/** Where entries stand comes from the last readings of the controllers, which no live message tells one by one. */
const lookEvery = 30_000

/** Who may join the Wi-Fi of one site, in the order in which it is decided. */
export default function SiteAccess() {
  const { t } = useTranslation()
  const siteId = Number((useParams({ strict: false }) as { id?: string }).id)
  const can = useCan()
  const canOn = useRowCan()
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { orderBy, sortedBy } = listSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const shown = useCall(sites.show, { params: { id: siteId } })
  const site = shown.data?.data
  const whole = useCall(accessControl.index, { params: { id: siteId }, query: {} })
  const apply = useCommand(accessControl.apply, { subjects: [] })
  const { to: moveTo } = useMove()
  useEffect(() => rememberList(accessPaths.list(siteId)), [siteId])
  // The list of this very site: an endpoint whose path has no parameter left, as lists take them.
  const endpoint = useMemo(
    () => ({
      ...accessControl.index,
      name: `${accessControl.index.name}.${siteId}`,
      path: accessControl.index.path.replace('{id}', String(siteId)),
    }),
    [siteId],
  )
  const { columns, bulk, actionsOf, dialogs } = useEntryList(endpoint)
  const may = (call: Parameters<typeof canOn>[0]) =>
    site !== undefined && canOn(call, { id: siteId, company_id: site.company_id })
  const total = whole.data?.meta.pagination.total
  // What is moved in another order than that of the decision would seem to stay where it is.
  const inOrder = (orderBy === undefined || orderBy === 'position') && sortedBy !== 'desc'
  const mayMove = inOrder && may(accessControl.move)

  const place: ListColumn<AccessEntry> = {
    field: 'position',
    header: t('wifi-access:field.position'),
    width: 118,
    card: 'fact',
    render: (row, list) => (
      <MoveButtons key={row.id} of={row} total={total} can={mayMove} before={() => list?.expectChange()} />
    ),
  }
  const [name, ...others] = columns as [ListColumn<AccessEntry>, ...ListColumn<AccessEntry>[]]
  const rowActions = (row: AccessEntry): RowAction[] => [
    ...(mayMove && total !== undefined && total > 1
      ? [
          {
            key: 'first',
            label: t('wifi-access:move.first'),
            icon: <IconArrowBarToUp size={16} aria-hidden="true" />,
            ...(row.position === 1 ? { disabledReason: t('wifi-access:move.isFirst') } : {}),
            onClick: () => void moveTo(row, 1),
          },
          {
            key: 'end',
            label: t('wifi-access:move.end'),
            icon: <IconArrowBarToDown size={16} aria-hidden="true" />,
            ...(row.position >= total ? { disabledReason: t('wifi-access:move.isLast') } : {}),
            onClick: () => void moveTo(row, 'end'),
          },
        ]
      : []),
    ...actionsOf(row),
  ]
  const again = async () => {
    try {
      const { data } = await apply.run({ params: { id: siteId } })
      followWrites(siteId, data)
      if (data.length === 0) notify.info(t('wifi-access:noController'))
    } catch (error) {
      notify.error(errorText(error, t))
    }
  }

  const heads = may(accessControl.store) ? (
    <span className={classes.heads}>
      <LinkButton
        to={accessPaths.create(siteId)}
        search={{ action: 'block' }}
        leftSection={<IconBan size={18} aria-hidden="true" />}
      >
        {t('wifi-access:block')}
      </LinkButton>
      <LinkButton
        to={accessPaths.create(siteId)}
        search={{ action: 'allow' }}
        variant="default"
        leftSection={<IconCircleCheck size={18} aria-hidden="true" />}
      >
        {t('wifi-access:allow')}
      </LinkButton>
    </span>
  ) : null

  return (
    <>
      <ListScreen<AccessEntry>
        endpoint={endpoint}
        name="access-control"
        namespace="wifi-access"
        title={t('wifi-access:title')}
        subtitle={
          site ? (
            <>
              <TextLink to={paths.sites.summary(siteId)} inherit underline="always">
                {site.name}
              </TextLink>{' '}
              · {t('wifi-access:order')}{' '}
              <TextLink to={paths.accessControl} inherit underline="always">
                {t('wifi-access:acrossSites')}
              </TextLink>
            </>
          ) : (
            ' '
          )
        }
        columns={[name, place, ...others]}
        rowLink={(row) => (may(accessControl.update) ? accessPaths.update(siteId, row.id) : undefined)}
        rowName={(row) => row.name}
        actions={narrow ? null : heads}
        nav={
          <div className={classes.stack}>
            {narrow ? heads : null}
            {can(wifi.settings) ? <WifiTabs site={siteId} /> : null}
            <WritesEnd siteId={siteId} />
            <ControllerStrip
              siteId={siteId}
              action={
                may(accessControl.apply) ? (
                  <Button
                    variant="default"
                    size="compact-md"
                    leftSection={<IconRefresh size={16} aria-hidden="true" />}
                    loading={apply.pending}
                    onClick={() => void again()}
                  >
                    {t('wifi-access:writeAgain')}
                  </Button>
                ) : null
              }
            />
          </div>
        }
        bulk={bulk}
        rowActions={rowActions}
        every={lookEvery}
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
