// Round trip by @platformatic/kafka, the producing half; see ../README.md. zstd needs Node 22.15.
import { pathToFileURL } from 'node:url'
import zlib from 'node:zlib'
import { args, record, require, main } from './record.mjs'

const { Producer, ProduceAcks } = await import(pathToFileURL(require.resolve('@platformatic/kafka')).href)
const producer = new Producer({ bootstrapBrokers: args.bootstrap.split(','), clientId: 'roundtrip', retries: 5, retryDelay: 200, timeout: 10000, autocreateTopics: true })
await main('platformatic', async (from, to) => {
  const messages = []
  for (let i = from; i < to; i++) {
    const { key, value, time, headers } = record(i)
    const pairs = new Map(Object.entries(headers).map(([k, v]) => [Buffer.from(k), v]))
    messages.push({ topic: args.topic, partition: 0, key, value, timestamp: BigInt(time), headers: pairs })
  }
  const answer = await producer.send({ messages, acks: ProduceAcks.ALL, compression: args.codec })
  return Number(answer.offsets[0].offset)
}, { codecs: ['none', 'gzip', 'snappy', 'lz4', ...(zlib.zstdCompress ? ['zstd'] : [])] })
