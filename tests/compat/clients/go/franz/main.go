// Round trip by franz-go; see ../../README.md. Idempotent producer.
package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

var (
	ctx    = context.Background()
	codecs = map[string]kgo.CompressionCodec{"none": kgo.NoCompression(), "gzip": kgo.GzipCompression(), "snappy": kgo.SnappyCompression(), "lz4": kgo.Lz4Compression(), "zstd": kgo.ZstdCompression()}
)

func client(opts ...kgo.Opt) (*kgo.Client, error) {
	return kgo.NewClient(append(opts, kgo.SeedBrokers(args.bootstrap), kgo.AllowAutoTopicCreation(), kgo.FetchMaxWait(100*time.Millisecond))...)
}

func produce(a *acks) (sent int, err error) {
	cl, err := client(kgo.ProducerBatchCompression(codecs[args.codec]), kgo.RecordPartitioner(kgo.ManualPartitioner()),
		kgo.ProducerLinger(5*time.Millisecond), kgo.MetadataMinAge(250*time.Millisecond), kgo.UnknownTopicRetries(20))
	if err != nil {
		return 0, err
	}
	defer cl.Close()
	began := time.Now()
	for i := 0; i < args.count && !a.failed() && !late(began); i++ {
		cl.Produce(ctx, &kgo.Record{Topic: args.topic, Partition: 0, Key: key(i), Value: value(i), Timestamp: stamp(i),
			Headers: []kgo.RecordHeader{{Key: "i", Value: []byte(strconv.Itoa(i))}, {Key: "bin", Value: bin}}},
			func(r *kgo.Record, err error) { a.told(i, r.Offset, err) })
		sent++
	}
	return sent, cl.Flush(ctx)
}

func consume() (int64, error) {
	cl, err := client(kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{args.topic: {0: kgo.NewOffset().At(0)}}))
	if err != nil {
		return 0, err
	}
	defer cl.Close()
	end := int64(0)
	if args.acked != "" {
		ends, err := kadm.NewClient(cl).ListEndOffsets(ctx, args.topic)
		if err != nil {
			return 0, err
		}
		o, _ := ends.Lookup(args.topic, 0)
		end = o.Offset
	}
	f, err := newFound(end)
	for err == nil && f.next < f.end {
		c, cancel := context.WithTimeout(ctx, 30*time.Second)
		fetches := cl.PollFetches(c)
		cancel()
		if c.Err() == context.DeadlineExceeded {
			err = fmt.Errorf("nothing new after 30 s")
		}
		fetches.EachError(func(_ string, _ int32, e error) { err = e })
		fetches.EachRecord(func(r *kgo.Record) {
			if err != nil || f.next >= f.end {
				return
			}
			hs := make([]header, len(r.Headers))
			for n, h := range r.Headers {
				hs[n] = header{h.Key, h.Value}
			}
			err = f.take(r.Offset, r.Key, r.Value, r.Timestamp, hs)
		})
	}
	if err != nil {
		return 0, err
	}
	return f.done()
}

func main() { run("franz-go", produce, consume) }
