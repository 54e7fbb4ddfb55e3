import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface Question {
  challenge: string
  rp?: { id: string }
  rpId?: string
}

/** A passkey as a telephone keeps it, with the lies it can be made to tell. */
export interface SoftwarePasskey {
  id: string
  make(question: Question): object
  prove(question: Question): object
  /** Where the page that asks says it is. */
  origin: string
  /** How often it says it was used; null where it does not count. */
  counter: number
}

const PRESENT = 0x01
const WITH_KEY = 0x40

export function softwarePasskey(origin: string): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  const passkey: SoftwarePasskey = { id, make, prove, origin, counter: 0 }
  const answered = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: passkey.origin, crossOrigin: false }))

  function make({ challenge, rp }: Question): object {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credential.length)
    const attested = [Buffer.alloc(16), length, credential, coseKey(publicKey)]
    const head = authenticatorData(rp?.id ?? '', PRESENT | WITH_KEY, passkey.counter)
    const data = Buffer.concat([head, ...attested])
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(data)],
    ])
    return answered({
      clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    })
  }

  function prove({ challenge, rpId }: Question): object {
    passkey.counter += 1
    const data = authenticatorData(rpId ?? '', PRESENT, passkey.counter)
    const client = clientData('webauthn.get', challenge)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return answered({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
    })
  }
  return passkey
}

function authenticatorData(host: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count])
}

/** An ES256 key in the shape authenticators use. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborNumber(1), cborNumber(2)],
    [cborNumber(3), cborNumber(-7)],
    [cborNumber(-1), cborNumber(1)],
    [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

// As much of CBOR as the above needs: a kind in the top three bits, then how many.
function cborHead(kind: number, count: number): Buffer {
  const top = kind << 5
  if (count < 24) return Buffer.from([top | count])
  if (count < 256) return Buffer.from([top | 24, count])
  return Buffer.from([top | 25, count >> 8, count & 255])
}
const cborNumber = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (pairs: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
