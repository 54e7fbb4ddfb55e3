import { List, Text } from '@mantine/core'
import type { PublicStatement } from '#domain/commissions/public-statement-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { Digest } from '#web/commissions/digest.tsx'
import classes from './public-statement.module.css'

interface Props {
  number: string
  statement: Pick<PublicStatement, 'hash' | 'chain'>
}

/** How somebody who trusts neither us nor this page checks a statement. */
export function CheckYourself({ number, statement }: Props) {
  const { hash, chain } = statement
  return (
    <section className={classes.card} aria-labelledby="yourself">
      <h2 id="yourself" className={classes.heading}>
        Check it without this page
      </h2>
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>Download the JSON file: it is the statement, byte for byte.</List.Item>
        <List.Item>
          Make its digest: <code>sha256sum {number}.json</code> on Linux,{' '}
          <code>shasum -a 256 {number}.json</code> on a Mac,{' '}
          <code>certutil -hashfile {number}.json SHA256</code> on Windows.
        </List.Item>
        <List.Item>
          It must be the one below, and the one on the PDF that came with our mail.
        </List.Item>
      </List>
      <div className={classes.digests}>
        <Digest label="SHA-256 of this statement" value={hash} />
      </div>
      <details>
        <summary className={classes.summary}>
          The chain of {plural(chain.length, 'statement')}
        </summary>
        <Text size="sm" my="xs">
          Each names the digest of the one before, so that none can be changed or left out unseen.
        </Text>
        {chain.map((one) => (
          <Digest key={one.number} label={one.number} value={one.hash} />
        ))}
      </details>
    </section>
  )
}
