import { message, type Message } from '@trunkline/contract/errors'
import type { LabelKind } from '@trunkline/contract/label-kind'
import { customFieldPrefix, type LabelBody } from '@trunkline/contract/labels'
import type { CustomFieldDefinition } from '@trunkline/contract/resources/custom-field'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { isServerError } from '../../errors.ts'
import { toAppError } from '../../http/error-reply.ts'
import { customFieldsOf } from '../../http/labels/definitions.ts'
import { valueError, valueOfText } from '../../http/labels/values.ts'
import { saveLabels } from '../../http/labels/write.ts'
import type { ImportKind, KindColumn, KindRun, KindWork, RowOutcome, SourceRow } from './kind.ts'
import { inSavepoint } from './write.ts'

/** The records that an import kind creates, where they have tags and custom fields. */
const labelKinds: Readonly<Record<string, LabelKind>> = {
  companies: 'company',
  users: 'user',
  sites: 'site',
  hardware: 'hardware',
  services: 'service',
  subnets: 'subnet',
}

const tagsColumn: KindColumn = {
  name: 'tags',
  label: { en: 'Tags', de: 'Tags' },
  hint: {
    en: 'Names, separated by commas; they replace the tags of the record',
    de: 'Namen, durch Kommas getrennt; sie ersetzen die Tags des Eintrags',
  },
  example: '',
}

const examples = {
  text: '',
  number: '12.5',
  date: '2026-03-31',
  boolean: 'true',
  choice: '',
  url: 'https://example.net',
}

const columnOf = ({ key, label, label_de, help, type, choices }: CustomFieldDefinition): KindColumn => ({
  name: `${customFieldPrefix}${key}`,
  label: { en: label, de: label_de ?? label },
  hint: { en: help ?? choices.join(', '), de: help ?? choices.join(', ') },
  example: choices[0] ?? examples[type],
})

/** Adds columns for tags and for the caller's custom fields to a kind whose records have them. */
export async function withLabelColumns(tx: Tx, kind: ImportKind): Promise<ImportKind> {
  const of = labelKinds[kind.name]
  if (of === undefined) return kind
  const fields = await customFieldsOf(tx, of)
  return {
    ...kind,
    columns: [...kind.columns, tagsColumn, ...fields.map(columnOf)],
    begin: (run) => labelledWork(run, of, fields, kind.begin(run)),
  }
}

const yes = /^(true|yes|ja|1)$/i
const no = /^(false|no|nein|0)$/i
const isLabel = (name: string) => name === 'tags' || name.startsWith(customFieldPrefix)

/** Reads labels before the rows of a batch, which an error in them excludes, and writes them when their records exist. */
function labelledWork(
  run: KindRun,
  kind: LabelKind,
  fields: readonly CustomFieldDefinition[],
  work: KindWork,
): KindWork {
  const byName = new Map(fields.map((field) => [`${customFieldPrefix}${field.key}`, field]))
  const waiting = new Map<number, { source: SourceRow; body: LabelBody }>()
  let tags: ReadonlyMap<string, number> | undefined

  const read = async (source: SourceRow): Promise<LabelBody> => {
    const body: LabelBody = {}
    for (const [name, text] of Object.entries(source.cells)) {
      const field = byName.get(name)
      if (name === 'tags') {
        tags ??= await tagsByName(run.tx)
        body.tags = text.split(',').flatMap((part) => {
          const id = (tags as ReadonlyMap<string, number>).get(part.trim().toLowerCase())
          if (id === undefined && part.trim() !== '') run.error(source, name, message('row.missing', { kind: 'tag' }))
          return id ?? []
        })
      } else if (field !== undefined) {
        const plain = field.type === 'boolean' ? (yes.test(text) ? 'true' : no.test(text) ? 'false' : text) : text
        const value = valueOfText(field, plain)
        const error = valueError(field, value)
        if (error === undefined) (body.custom_fields ??= {})[field.key] = value
        else run.error(source, name, error)
      }
    }
    return body
  }

  const save = async (outcome: RowOutcome): Promise<RowOutcome> => {
    const labels = waiting.get(outcome.row)
    waiting.delete(outcome.row)
    const { id } = outcome
    if (labels === undefined || outcome.outcome === 'bad') return outcome
    const isNew = outcome.outcome === 'created'
    // A new user is an invitation, which has no labels.
    if (isNew && kind === 'user') return outcome
    if (id === null || !run.writes()) return outcome
    try {
      const changed = await inSavepoint(run.tx, () =>
        saveLabels(run.tx, kind, id, labels.body, { isNew, required: false }),
      )
      return changed && outcome.outcome === 'same' ? { ...outcome, outcome: 'updated' } : outcome
    } catch (error) {
      // The field or tag is not one of the record's company.
      const known = toAppError(error)
      if (isServerError(known.code)) throw error
      for (const [field, reason] of Object.entries(known.fields ?? { '': known.reason as Message }))
        run.error(labels.source, field.startsWith('tags.') ? 'tags' : field, reason)
      return outcome
    }
  }
  const saveAll = async (outcomes: readonly RowOutcome[]) => {
    const saved: RowOutcome[] = []
    for (const outcome of outcomes) saved.push(await save(outcome))
    return saved
  }

  return {
    async storeRows(rows) {
      const own: SourceRow[] = []
      for (const source of rows) {
        const body = await read(source)
        waiting.set(source.row, { source, body })
        const cells = Object.fromEntries(Object.entries(source.cells).filter(([name]) => !isLabel(name)))
        own.push({ ...source, cells, labels: Object.keys(source.cells).filter(isLabel) })
      }
      return saveAll(await work.storeRows(own))
    },
    ...(work.end && {
      async *end() {
        for await (const outcomes of (work.end as NonNullable<KindWork['end']>)()) yield await saveAll(outcomes)
      },
    }),
  }
}

/** Live tags that the caller sees, by name in lower case. */
async function tagsByName(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, lower(name) as name from tag where deleted_at is null order by id`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
