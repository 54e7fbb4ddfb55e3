import Fastify from 'fastify'
import pg from 'pg'

// The least that can answer a row over HTTP: no sign-in, no permissions, no row-level security.
const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL, max: 10 })
const app = Fastify()

app.get('/ready', async () => ({ ready: true }))

app.get<{ Querystring: { id: string; organisation_id: string } }>('/customer', async (request) => {
  const result = await pool.query({
    name: 'get',
    text: 'select * from customers where id = $1 and organisation_id = $2',
    values: [request.query.id, request.query.organisation_id],
  })
  return { success: true, data: result.rows[0] }
})

// Any statement of the benchmark: its rows as the driver makes them.
app.get<{ Querystring: { name: string; text: string; values: string } }>(
  '/rows',
  async (request) => {
    const { name, text, values } = request.query
    const result = await pool.query({ name, text, values: JSON.parse(values) })
    return { success: true, data: result.rows }
  },
)

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
