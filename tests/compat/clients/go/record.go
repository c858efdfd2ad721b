// Record number i of the round trip, the command line, and the checks; see ../README.md.
// `run` copies this file beside each program before it builds it.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	block = makeBlock()
	bin   = []byte{0, 1, 0x80, 0xff}
	args  struct {
		bootstrap, topic, codec, phase, acked string
		count, size                           int
		time                                  int64
		stop                                  float64
	}
)

func makeBlock() []byte {
	alphabet := "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	out, x := make([]byte, 65536), uint32(12345)
	for n := range out {
		x = x*1664525 + 1013904223
		out[n] = alphabet[x>>26]
	}
	return out
}

func key(i int) []byte { return fmt.Appendf(nil, "key-%08d", i) }

func value(i int) []byte {
	at := i * 7919 % (65536 - args.size)
	return append(fmt.Appendf(make([]byte, 0, args.size), "%016d", i), block[at:at+args.size-16]...)
}

func stamp(i int) time.Time { return time.UnixMilli(args.time + int64(i)) }

type header struct {
	key   string
	value []byte
}

func check(i int, k, v []byte, at time.Time, hs []header) error {
	if !bytes.Equal(k, key(i)) || !bytes.Equal(v, value(i)) {
		return fmt.Errorf("record %d: key %q or value differs", i, k)
	}
	if !at.Equal(stamp(i)) {
		return fmt.Errorf("record %d: timestamp %d", i, at.UnixMilli())
	}
	if len(hs) != 2 || hs[0].key != "i" || string(hs[0].value) != strconv.Itoa(i) || hs[1].key != "bin" || !bytes.Equal(hs[1].value, bin) {
		return fmt.Errorf("record %d: headers %v", i, hs)
	}
	return nil
}

// found is what a consumer has seen.
type found struct {
	next, end int64
	promised  map[int64]int
}

func newFound(end int64) (*found, error) {
	f := &found{end: int64(args.count), promised: map[int64]int{}}
	if args.acked == "" {
		return f, nil
	}
	f.end = end
	text, err := os.ReadFile(args.acked)
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var i int
		var offset int64
		if n, _ := fmt.Sscan(line, &i, &offset); n == 2 {
			f.promised[offset] = i
		}
	}
	return f, err
}

func (f *found) take(offset int64, k, v []byte, at time.Time, hs []header) error {
	if offset != f.next {
		return fmt.Errorf("offset %d, wanted %d", offset, f.next)
	}
	i := int(offset)
	if args.acked != "" {
		n, err := strconv.Atoi(string(v[:min(16, len(v))]))
		if err != nil || n < 0 || n >= args.count {
			return fmt.Errorf("offset %d: record %d was never sent", offset, n)
		}
		i = n
	}
	if err := check(i, k, v, at, hs); err != nil {
		return err
	}
	if was, ok := f.promised[offset]; ok && was != i {
		return fmt.Errorf("offset %d: record %d, acknowledged was %d", offset, i, was)
	}
	delete(f.promised, offset)
	f.next++
	return nil
}

func (f *found) done() (int64, error) {
	if f.next < f.end || len(f.promised) > 0 {
		return f.next, fmt.Errorf("%d of %d records; %d acknowledged ones lost", f.next, f.end, len(f.promised))
	}
	return f.next, nil
}

// acks is what a producer was told; safe for use by several goroutines.
type acks struct {
	mu            sync.Mutex
	count, errors int
	trouble       error
	file          *os.File
	out           *bufio.Writer
}

func newAcks() (*acks, error) {
	a := &acks{}
	if args.acked == "" {
		return a, nil
	}
	file, err := os.Create(args.acked)
	a.file, a.out = file, bufio.NewWriter(file)
	return a, err
}

func (a *acks) told(i int, offset int64, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case err != nil:
		a.errors++
		if a.file == nil && a.trouble == nil {
			a.trouble = fmt.Errorf("not acknowledged: %w", err)
		}
		return
	case a.file != nil:
		fmt.Fprintf(a.out, "%d %d\n", i, offset)
	case offset != int64(i) && a.trouble == nil:
		a.trouble = fmt.Errorf("record %d was given offset %d", i, offset)
	}
	a.count++
}

func (a *acks) failed() bool { a.mu.Lock(); defer a.mu.Unlock(); return a.trouble != nil }

func (a *acks) close() error {
	if a.file != nil {
		a.out.Flush()
		a.file.Close()
	} else if a.trouble == nil && a.count != args.count {
		return fmt.Errorf("%d of %d acknowledged", a.count, args.count)
	}
	return a.trouble
}

// late says whether the time to send is over.
func late(began time.Time) bool { return args.stop > 0 && time.Since(began).Seconds() > args.stop }

func run(client string, produce func(*acks) (int, error), consume func() (int64, error)) {
	args.bootstrap, args.topic, args.codec, args.phase = os.Args[1], os.Args[2], os.Args[4], os.Args[5]
	args.count, _ = strconv.Atoi(os.Args[3])
	args.size, args.time = 1024, 1700000000000
	for _, a := range os.Args[6:] {
		name, v, _ := strings.Cut(a, "=")
		switch name {
		case "time":
			args.time, _ = strconv.ParseInt(v, 10, 64)
		case "size":
			args.size, _ = strconv.Atoi(v)
		case "acked":
			args.acked = v
		case "stop":
			args.stop, _ = strconv.ParseFloat(v, 64)
		}
	}
	out := map[string]any{"client": client, "codec": args.codec, "phase": args.phase, "count": args.count, "ok": true}
	err := func() error {
		if args.phase != "consume" {
			began := time.Now()
			a, err := newAcks()
			if err != nil {
				return err
			}
			if out["sent"], err = produce(a); err != nil {
				return err
			}
			if err = a.close(); err != nil {
				return err
			}
			out["acked"], out["errors"], out["produce_s"] = a.count, a.errors, time.Since(began).Seconds()
		}
		if args.phase != "produce" {
			began := time.Now()
			n, err := consume()
			out["found"], out["consume_s"] = n, time.Since(began).Seconds()
			return err
		}
		return nil
	}()
	if err != nil {
		out["ok"], out["error"] = false, err.Error()
	}
	line, _ := json.Marshal(out)
	fmt.Println(string(line))
	if err != nil {
		os.Exit(1)
	}
}
