// Round trip by kafkajs, the producing half; see ../README.md. snappy, lz4 and zstd come from plug-ins.
import { args, record, require, main } from './record.mjs'

const { Kafka, logLevel, CompressionTypes, CompressionCodecs } = require('kafkajs')
CompressionCodecs[CompressionTypes.Snappy] = require('kafkajs-snappy')
const lz4 = require('lz4js')
const { hash } = require('lz4js/xxh32.js')
CompressionCodecs[CompressionTypes.LZ4] = () => ({
  compress: async encoder => { // lz4js leaves the "blocks are independent" flag out, and Kafka refuses frames without it
    const frame = lz4.compress(encoder.buffer)
    frame[4] |= 0x20
    frame[6] = (hash(0, frame, 4, 2) >> 8) & 0xff
    return Buffer.from(frame)
  }
})
const zstd = require('@bokuweb/zstd-wasm')
await zstd.init()
CompressionCodecs[CompressionTypes.ZSTD] = () => ({ compress: async encoder => Buffer.from(zstd.compress(encoder.buffer, 3)) })
const CODECS = { none: 'None', gzip: 'GZIP', snappy: 'Snappy', lz4: 'LZ4', zstd: 'ZSTD' }

const kafka = new Kafka({ brokers: args.bootstrap.split(','), clientId: 'roundtrip', logLevel: logLevel.NOTHING, retry: { retries: 3, initialRetryTime: 100 } })
const producer = kafka.producer({ allowAutoTopicCreation: true })
await producer.connect()
await main('kafkajs', async (from, to) => {
  const messages = []
  for (let i = from; i < to; i++) {
    const { key, value, time, headers } = record(i)
    messages.push({ partition: 0, key, value, timestamp: String(time), headers })
  }
  const [answer] = await producer.send({ topic: args.topic, acks: -1, compression: CompressionTypes[CODECS[args.codec]], messages })
  return Number(answer.baseOffset)
}, { codecs: Object.keys(CODECS) })
