import type pg from 'pg'

interface Described {
  fields: { name: string }[]
}

// What the driver has and its typings do not show.
interface Connection {
  parse(statement: { text: string; name: string }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}

/** The names of the columns a statement would answer, asked for without running it. */
export function columnsOf(client: pg.Client, text: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let names: string[] = []
    const query = {
      submit(connection: Connection) {
        connection.parse({ text, name: '' })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
        return null
      },
      handleRowDescription({ fields }: Described) {
        names = fields.map(({ name }) => name)
      },
      handleReadyForQuery: () => resolve(names),
      handleError: reject,
    }
    client.query(query as unknown as pg.Submittable)
  })
}
