import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TXT = 16
const NAME_ERROR = 3

/** Somebody who answers for names over the real protocol (RFC 1035), with texts alone. */
export async function startNames(texts: Record<string, string[]>) {
  const socket = createSocket('udp4')
  socket.on('message', (asked, from) => {
    socket.send(answerTo(asked, texts), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function answerTo(asked: Buffer, texts: Record<string, string[]>): Buffer {
  const { name, end } = nameIn(asked)
  const found = texts[name]
  const answers = (found ?? []).map(recordOf)
  const head = Buffer.alloc(12)
  asked.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 | (found ? 0 : NAME_ERROR), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  return Buffer.concat([head, asked.subarray(12, end + 4), ...answers])
}

/** The name of the question, and where it ends. */
function nameIn(asked: Buffer) {
  const labels: string[] = []
  let place = 12
  for (let length = asked[place] ?? 0; length > 0; length = asked[place] ?? 0) {
    labels.push(asked.toString('latin1', place + 1, place + 1 + length))
    place += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: place + 1 }
}

/** Long texts are written in parts of at most 255 letters. */
function recordOf(text: string): Buffer {
  const parts = text.match(/.{1,200}/g) ?? ['']
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])))
  const head = Buffer.alloc(12)
  // The name is the one of the question, by its place in the answer.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
