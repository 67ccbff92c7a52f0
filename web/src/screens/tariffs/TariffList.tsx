import { tariffs, type TariffRow } from '@trunkline/contract/resources/tariff'
import { IconReceipt } from '@tabler/icons-react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { durationText, moneyText, rateText } from '../../ui/amounts.ts'
import layout from '../../ui/layout.module.css'
import { regional } from '../../ui/zone.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { burstShort, quotaShort, rateShort } from './tariff-terms.ts'

/** Tariffs that the caller sells: own ones, those of companies below, and shared ones of companies above. */
export default function TariffList() {
  const { t, i18n } = useTranslation()
  const placeOf = usePlaceOf()
  const language = regional(i18n.language)
  const list = useRecordList<TariffRow>({
    calls: tariffs,
    store: tariffs.store,
    paths: paths.tariffs,
    texts: 'tariffs',
    icon: IconReceipt,
    inline: { name: {} },
    mayChange: (row) => !row.inherited,
  })
  const quiet = (text: string) => <span className={layout.quiet}>{text}</span>
  return (
    <ListScreen<TariffRow>
      {...list}
      actions={<ImportLink kind="tariffs" title="tariffImport" subject="tariffs" />}
      columns={recordColumns<TariffRow>(t, 'tariffs', [
        {
          field: 'name',
          width: 170,
          card: 'title',
          below: (row) => (row.company_name === null ? [t('tariffs:shared')] : placeOf(row)),
        },
        {
          field: 'download_rate',
          header: t('tariffs:list.rate'),
          width: 140,
          card: 'fact',
          render: (row) => rateShort(row, t, language),
        },
        {
          field: 'price',
          width: 95,
          align: 'end',
          card: 'fact',
          render: (row) => moneyText(row.price, row.currency, language),
        },
        {
          field: 'quota_bytes',
          width: 215,
          card: 'fact',
          render: (row) => quotaShort(row, t, language) ?? quiet(t('tariffs:list.noQuota')),
        },
        {
          field: 'company_name',
          width: 170,
          hidden: true,
          render: (row) => row.company_name ?? quiet(t('tariffs:shared')),
        },
        {
          field: 'burst_seconds',
          header: t('tariffs:list.burst'),
          width: 150,
          card: 'fact',
          render: (row) => burstShort(row, t, language) ?? quiet(t('tariffs:list.noBurst')),
        },
        { field: 'priority', width: 95, align: 'end' },
        {
          field: 'session_timeout',
          width: 140,
          hidden: true,
          render: (row) =>
            row.session_timeout === null ? quiet(t('tariffs:list.noEnd')) : durationText(row.session_timeout, language),
        },
        {
          field: 'services_count',
          width: 90,
          align: 'end',
          card: 'fact',
          render: (row) => (row.services_count >= 100 ? t('tariffs:list.hundred') : row.services_count),
        },
        { field: 'shared_with', width: 180, hidden: true },
        { field: 'quota_action', width: 150, hidden: true },
        {
          field: 'upload_rate',
          width: 120,
          align: 'end',
          hidden: true,
          render: (row) =>
            row.upload_rate === null ? quiet(t('tariffs:summary.noLimit')) : rateText(row.upload_rate, language),
        },
        { field: 'currency', width: 90, hidden: true },
      ])}
      trash={{
        ...list.trash,
        bulk: { destroy: tariffs.bulkDestroy, recover: tariffs.bulkRecover, warning: t('tariffs:confirm.destroyMany') },
      }}
      // Rates are stored in kbit/s and shown in Mbit/s.
      withoutFilter={['id', 'company_id', 'download_rate', 'upload_rate']}
    />
  )
}
