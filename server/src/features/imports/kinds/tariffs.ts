import { message } from '@trunkline/contract/errors'
import { offers, quotaActions, quotaPeriods } from '@trunkline/contract/resources/radius-enums'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { offerLabels, quotaActionLabels, quotaPeriodLabels } from '../../../reference/radius-labels.ts'
import { changeTariff, createTariff, tariffSource } from '../../tariffs/tariff.ts'
import type { TariffBody } from '../../tariffs/tariff-rules.ts'
import { bytes, integer, oneOf } from '../cells.ts'
import { recordImport } from '../record-kind.ts'
import { companyReference } from '../references.ts'
import { companyColumn } from './column.ts'
import { tariffImportColumns } from './tariffs-columns.ts'

const {
  company_id: _company,
  shared_company_ids: _shared,
  extra_attributes: _attributes,
  ...fields
} = tariffs.store.body.shape
/** kbit/s */
const rate = integer(1, 100_000_000)

/** Tariffs, by the rules of their form. The key is the name within the company. */
export const tariffImport = recordImport({
  name: 'tariffs',
  noun: 'tariffs',
  ability: { action: 'create', subject: 'tariffs' },
  columns: [...tariffImportColumns, companyColumn()],
  maxRows: 20_000,
  calls: tariffs,
  schema: z.object(fields),
  readers: {
    shared_with: oneOf(offers, offerLabels),
    quota_period: oneOf(quotaPeriods, quotaPeriodLabels),
    quota_action: oneOf(quotaActions, quotaActionLabels),
    quota_bytes: bytes,
    download_rate: rate,
    upload_rate: rate,
    burst_download_rate: rate,
    burst_upload_rate: rate,
    burst_download_threshold: rate,
    burst_upload_threshold: rate,
    slow_download_rate: rate,
    slow_upload_rate: rate,
    burst_seconds: integer(1, 3600),
    priority: integer(1, 8),
    session_timeout: integer(60, 31_536_000),
    idle_timeout: integer(30, 86_400),
    interim_seconds: integer(60, 3600),
  },
  references: { company: companyReference },
  source: tariffSource,
  keyColumn: 'name',
  keyOf: ({ body, company_id }) =>
    typeof body['name'] === 'string' ? `${company_id} ${body['name'].toLowerCase()}` : undefined,
  async findPresent(tx, rows) {
    const { rows: found } = await sql<{ position: number; id: number }>`
      select w.at - 1 as position, t.id
      from unnest(${rows.map(({ company_id }) => company_id)}::bigint[], ${rows.map(({ body }) => body['name'])}::text[])
        with ordinality w(company_id, name, at)
      join tariff t on t.company_id = w.company_id and lower(t.name) = lower(w.name) and t.deleted_at is null`.execute(
      tx,
    )
    return found
  },
  taken: message('tariff.name_taken'),
  create: ({ tx, actor }, { body, company_id }) =>
    createTariff(tx, { actor, body: { ...body, company_id } as TariffBody }),
  update: ({ tx, actor }, id, body) => changeTariff(tx, { actor, params: { id }, body: body as TariffBody }),
})
