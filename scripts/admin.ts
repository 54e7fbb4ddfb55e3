import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { reachDatabase } from '#server/embedded/reach-database.ts'
import { makeFirstAdmin } from '#server/identity/first-admin.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import { isRefusal, refusal } from '#server/kit/start/refusal.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

const log = (line: string) => console.log(line)

try {
  const { values } = parseArgs({
    options: { username: { type: 'string' }, email: { type: 'string' } },
  })
  const username = values.username ?? (await ask('Username'))
  const email = values.email ?? (await ask('Email'))
  const config = loadConfig()
  const reached = await reachDatabase(config, log)
  try {
    await prepareDatabase(config, reached.ownerUrl, log)
    const database = openDatabase({ url: reached.appUrl, max: 1 })
    const password = await makeFirstAdmin(database, { username, email }).finally(database.close)
    log(`Platform admin ${username} has been made. The password is shown this once:`)
    log(`\n  ${password}\n`)
    log('Sign in with it, then choose one of your own under Change Password.')
  } finally {
    await reached.stop()
  }
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exit(1)
}

async function ask(what: string): Promise<string> {
  const option = `--${what.toLowerCase()}`
  if (!process.stdin.isTTY) throw refusal(`${option} is missing.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${what}: `)
  terminal.close()
  return answer.trim()
}
