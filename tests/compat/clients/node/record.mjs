// Record number i of the round trip, the command line, and the checks; see ../README.md.
import { createRequire } from 'node:module'
import { openSync, writeSync, closeSync } from 'node:fs'

export const require = createRequire((process.env.NPM_DIR || process.cwd()) + '/x.js')
const ALPHABET = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const BLOCK = Buffer.alloc(65536)
for (let x = 12345, n = 0; n < 65536; n++) {
  x = (Math.imul(x, 1664525) + 1013904223) >>> 0
  BLOCK[n] = ALPHABET[x >>> 26]
}
const BIN = Buffer.from([0, 1, 0x80, 0xff])

const [bootstrap, topic, count, codec, phase, ...rest] = process.argv.slice(2)
const more = Object.fromEntries(rest.map(a => [a.slice(0, a.indexOf('=')), a.slice(a.indexOf('=') + 1)]))
export const args = {
  bootstrap, topic, count: +count, codec, phase, time: +(more.time ?? 1700000000000), size: +(more.size ?? 1024), acked: more.acked, stop: +(more.stop ?? 0)
}

export function record (i) {
  const at = i * 7919 % (65536 - args.size)
  return {
    key: Buffer.from('key-' + String(i).padStart(8, '0')),
    value: Buffer.concat([Buffer.from(String(i).padStart(16, '0')), BLOCK.subarray(at, at + args.size - 16)]),
    time: args.time + i,
    headers: { i: Buffer.from(String(i)), bin: BIN }
  }
}

// send(from, to) resolves to the offset of record from; both clients give a group of records as one batch.
export async function main (client, send, { group = 500, codecs }) {
  const out = { client, codec, phase, count: args.count, ok: true }
  const began = Date.now()
  let acked = 0, errors = 0, at = 0
  const file = args.acked ? openSync(args.acked, 'w') : null
  try {
    if (phase !== 'produce') throw new Error('this client only produces')
    if (!codecs.includes(codec)) throw new Error(`no codec ${codec} here`)
    while (at < args.count && !(args.stop && Date.now() - began > args.stop * 1000)) {
      const to = Math.min(at + group, args.count)
      let base
      try {
        base = await send(at, to)
      } catch (e) {
        errors++
        if (!file || errors > 400) throw e
        await new Promise(resolve => setTimeout(resolve, 250))
        continue // the same records again: some may then be there twice, which acked mode allows
      }
      if (file) {
        let lines = ''
        for (let i = at; i < to; i++) lines += `${i} ${base + i - at}\n`
        writeSync(file, lines)
      } else if (base !== at) throw new Error(`record ${at} was given offset ${base}`)
      acked += to - at
      at = to
    }
    Object.assign(out, { sent: at, acked, errors, produce_s: (Date.now() - began) / 1000 })
  } catch (e) {
    out.ok = false
    out.error = `${e.name}: ${e.message} ${(e.errors ?? []).map(x => x.message)} ${e.cause?.message ?? ''}`.slice(0, 400)
  }
  if (file) closeSync(file)
  console.log(JSON.stringify(out))
  process.exit(out.ok ? 0 : 1)
}
