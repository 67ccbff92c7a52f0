import Fastify from 'fastify'
import pg from 'pg'
import { operations } from './queries.ts'

/**
 * The baseline: a bare Fastify route that runs the same SQL as the owner, without session, permissions, row security,
 * search dialect or schema, and replies with JSON.stringify.
 */
const pool = new pg.Pool({ connectionString: process.env['BENCH_DATABASE'], max: 16 })
const app = Fastify()
for (const operation of operations)
  app.get<{ Querystring: { i: string; company: string; total: string; ids: string } }>(
    `/${operation.name.replace(' ', '-')}`,
    async (request) => {
      const { i, company, total, ids } = request.query
      const values = operation.values(Number(i), {
        company: Number(company),
        total: Number(total),
        ids: ids.split(',').map(Number),
      })
      const [page, count] = await Promise.all([
        pool.query(operation.sql.page, values.page),
        operation.sql.count ? pool.query(operation.sql.count, values.count) : null,
      ])
      return { data: page.rows, total: count?.rows[0].count }
    },
  )
await app.listen({ port: Number(process.env['BENCH_PORT']), host: '127.0.0.1' })
process.send?.('ready')
