// Round trip by IBM/sarama; see ../../README.md. Idempotent producer, which this client limits to one request in flight.
package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/IBM/sarama"
)

var codecs = map[string]sarama.CompressionCodec{"none": sarama.CompressionNone, "gzip": sarama.CompressionGZIP, "snappy": sarama.CompressionSnappy, "lz4": sarama.CompressionLZ4, "zstd": sarama.CompressionZSTD}

func config() *sarama.Config {
	c := sarama.NewConfig()
	c.Version = sarama.MaxVersion
	c.ClientID = "roundtrip"
	c.Producer.RequiredAcks = sarama.WaitForAll
	c.Producer.Return.Successes, c.Producer.Return.Errors = true, true
	c.Producer.Partitioner = sarama.NewManualPartitioner
	c.Producer.Compression = codecs[args.codec]
	c.Producer.Flush.Frequency = 5 * time.Millisecond
	c.Producer.Flush.MaxMessages = 500
	c.Producer.Idempotent, c.Net.MaxOpenRequests = true, 1
	c.Producer.Retry.Max, c.Producer.Retry.Backoff = 400, 250*time.Millisecond
	c.Metadata.Retry.Max = 40
	c.Consumer.MaxWaitTime = 100 * time.Millisecond
	c.Consumer.Return.Errors = true
	return c
}

func produce(a *acks) (sent int, err error) {
	p, err := sarama.NewAsyncProducer([]string{args.bootstrap}, config())
	if err != nil {
		return 0, err
	}
	ended := make(chan struct{})
	go func() {
		for e := range p.Errors() {
			a.told(e.Msg.Metadata.(int), 0, e.Err)
		}
		ended <- struct{}{}
	}()
	go func() {
		for m := range p.Successes() {
			a.told(m.Metadata.(int), m.Offset, nil)
		}
		ended <- struct{}{}
	}()
	began := time.Now()
	for i := 0; i < args.count && !a.failed() && !late(began); i++ {
		p.Input() <- &sarama.ProducerMessage{Topic: args.topic, Partition: 0, Key: sarama.ByteEncoder(key(i)), Value: sarama.ByteEncoder(value(i)), Timestamp: stamp(i), Metadata: i,
			Headers: []sarama.RecordHeader{{Key: []byte("i"), Value: []byte(strconv.Itoa(i))}, {Key: []byte("bin"), Value: bin}}}
		sent++
	}
	p.AsyncClose()
	<-ended
	<-ended
	return sent, nil
}

func consume() (int64, error) {
	cl, err := sarama.NewClient([]string{args.bootstrap}, config())
	if err != nil {
		return 0, err
	}
	defer cl.Close()
	end, err := cl.GetOffset(args.topic, 0, sarama.OffsetNewest)
	if err != nil {
		return 0, err
	}
	f, err := newFound(end)
	if err != nil || f.end == 0 {
		return 0, err
	}
	c, err := sarama.NewConsumerFromClient(cl)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	pc, err := c.ConsumePartition(args.topic, 0, 0)
	if err != nil {
		return 0, err
	}
	defer pc.AsyncClose()
	for f.next < f.end {
		select {
		case m := <-pc.Messages():
			hs := make([]header, len(m.Headers))
			for n, h := range m.Headers {
				hs[n] = header{string(h.Key), h.Value}
			}
			if err := f.take(m.Offset, m.Key, m.Value, m.Timestamp, hs); err != nil {
				return f.next, err
			}
		case e := <-pc.Errors():
			return f.next, e.Err
		case <-time.After(30 * time.Second):
			return f.next, fmt.Errorf("nothing new after 30 s; %d of %d", f.next, f.end)
		}
	}
	return f.done()
}

func main() { run("sarama", produce, consume) }
