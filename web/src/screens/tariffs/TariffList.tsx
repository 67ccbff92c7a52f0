import type { Endpoint } from '@trunkline/contract/endpoint'
import { tariffs, type TariffRow } from '@trunkline/contract/resources/tariff'
import { IconEdit, IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan, useRowCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { durationText, moneyText, rateText } from '../../ui/amounts.ts'
import { regional } from '../../ui/zone.ts'
import './refusals.ts'
import { burstShort, quotaShort, rateShort } from './tariff-words.ts'
import classes from './tariffs.module.css'

/** Tariffs that the caller sells: own ones, those of companies below, and those offered from above. */
export default function TariffList() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const can = useCan()
  const canOn = useRowCan()
  const mayOn = (endpoint: Endpoint, row: TariffRow) => !row.from_above && canOn(endpoint, row)
  const quiet = (text: string) => <span className={classes.quiet}>{text}</span>
  const columns: ListColumn<TariffRow>[] = [
    { field: 'name', header: t('tariffs:field.name'), width: 165, card: 'title' },
    {
      field: 'download_rate',
      header: t('tariffs:list.rate'),
      width: 150,
      card: 'fact',
      render: (row) => rateShort(row, t, language),
    },
    {
      field: 'price',
      header: t('tariffs:field.price'),
      width: 100,
      align: 'end',
      card: 'fact',
      render: (row) => moneyText(row.price, row.currency, language),
    },
    {
      field: 'quota_bytes',
      header: t('tariffs:field.quota_bytes'),
      width: 240,
      card: 'fact',
      render: (row) => quotaShort(row, t, language) ?? quiet(t('tariffs:list.noQuota')),
    },
    {
      field: 'company_name',
      header: t('tariffs:field.company_name'),
      width: 170,
      card: 'fact',
      render: (row) => row.company_name ?? quiet(t('tariffs:fromAbove')),
    },
    {
      field: 'burst_seconds',
      header: t('tariffs:list.burst'),
      width: 170,
      card: 'fact',
      render: (row) => burstShort(row, t, language) ?? quiet(t('tariffs:list.noBurst')),
    },
    { field: 'priority', header: t('tariffs:field.priority'), width: 95, align: 'end' },
    {
      field: 'session_timeout',
      header: t('tariffs:list.session'),
      width: 120,
      render: (row) =>
        row.session_timeout === null ? quiet(t('tariffs:list.noEnd')) : durationText(row.session_timeout, language),
    },
    {
      field: 'services_count',
      header: t('tariffs:field.services_count'),
      width: 100,
      align: 'end',
      card: 'fact',
      render: (row) => (row.services_count >= 100 ? t('tariffs:hundred') : row.services_count),
    },
    { field: 'offered_to', header: t('tariffs:field.offered_to'), width: 180, hidden: true },
    { field: 'quota_action', header: t('tariffs:field.quota_action'), width: 150, hidden: true },
    {
      field: 'upload_rate',
      header: t('tariffs:field.upload_rate'),
      width: 120,
      align: 'end',
      hidden: true,
      render: (row) =>
        row.upload_rate === null ? quiet(t('tariffs:words.noLimit')) : rateText(row.upload_rate, language),
    },
    { field: 'currency', header: t('tariffs:field.currency'), width: 90, hidden: true },
    { field: 'created_at', header: t('tariffs:field.created_at'), width: 190, hidden: true },
    { field: 'updated_at', header: t('tariffs:field.updated_at'), width: 190, hidden: true },
  ]
  return (
    <ListScreen<TariffRow>
      endpoint={tariffs.index}
      name="tariffs"
      title={t('tariffs:title')}
      subtitle={t('tariffs:subtitle')}
      columns={columns}
      rowLink={(row) => (row.deleted_at === null && can(tariffs.update) ? paths.tariffs.update(row.id) : undefined)}
      rowName={(row) => row.name}
      create={{ to: paths.tariffs.create, can: can(tariffs.store), label: t('tariffs:create') }}
      rowActions={(row) =>
        mayOn(tariffs.update, row)
          ? [
              {
                key: 'edit',
                label: t('tariffs:action.edit'),
                icon: <IconEdit size={16} aria-hidden="true" />,
                to: paths.tariffs.update(row.id),
              },
            ]
          : []
      }
      trash={{
        destroy: tariffs.destroy,
        recover: tariffs.recover,
        may: (row) => mayOn(tariffs.destroy, row),
        warning: () => t('tariffs:destroyText'),
        bulk: t('tariffs:destroyMany'),
      }}
      // Rates are kept in kbit/s, which nobody would type.
      withoutFilter={['id', 'company_id', 'download_rate', 'upload_rate']}
      empty={{ title: t('tariffs:empty.title'), text: t('tariffs:empty.text'), icon: <IconReceipt size={20} /> }}
    />
  )
}
