import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const folder = temporaryFolder()
let world: World

beforeAll(async () => {
  world = await makeWorld({ dataDir: folder.path })
})
afterAll(async () => {
  await world.close()
  folder.remove()
})

const AT_ONCE = 20
const MEGABYTES = 25

// In a process of its own, so that only the server's memory is measured.
const sender = `
const { URL, HEADERS, COUNT, MEGABYTES } = process.env
const headers = JSON.parse(HEADERS)
const piece = Buffer.alloc(2 ** 20, 'x')
async function* form(n) {
  yield Buffer.from('--b\\r\\nContent-Disposition: form-data; name="content"; filename="' + n +
    '.pdf"\\r\\nContent-Type: application/pdf\\r\\n\\r\\n%PDF-1.7 ' + n + ' ')
  for (let m = 1; m < MEGABYTES; m += 1) {
    yield piece
    await new Promise((next) => setTimeout(next, 5))
  }
  yield Buffer.from('\\r\\n--b--\\r\\n')
}
const send = (n) => fetch(URL, { method: 'PUT', body: form(n), duplex: 'half',
  headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' } })
const answers = await Promise.all(Array.from({ length: COUNT }, (_, n) => send(n)))
console.log(answers.map((answer) => answer.status).join())
`

// Shows: V5.2.1, V15.2.2
test('twenty uploads of 25 MB at once cost the server a few megabytes, not five hundred', async () => {
  const user = await world.as('user')
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = {
    authorization: user.authorization,
    'x-csrf-token': user.cookies.get('csrf_token'),
    cookie: [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
  globalThis.gc?.()
  const used = () => {
    const { external, heapUsed } = process.memoryUsage()
    return (external + heapUsed) / 2 ** 20
  }
  const before = used()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, used() - before)
  }, 10)
  const child = spawn(process.execPath, ['--input-type=module', '-e', sender], {
    env: {
      URL: `${url}/api/v1/file`,
      HEADERS: JSON.stringify(headers),
      COUNT: String(AT_ONCE),
      MEGABYTES: String(MEGABYTES),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  await once(child, 'close')
  clearInterval(watch)
  expect(said.trim()).toBe(Array(AT_ONCE).fill(201).join())
  expect(most).toBeLessThan(150)
  expect(readdirSync(`${folder.path}/files/incoming`)).toEqual([])
}, 60_000)
